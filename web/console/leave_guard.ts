// Forms with typed text ask before something closes them.
import { createContext } from "preact";
import { useContext, useLayoutEffect, useRef } from "preact/hooks";

export interface Guard {
    readonly ask: () => Promise<boolean>;  // may the text be discarded?
    readonly dialog?: symbol | undefined;  // that the form is in
}

// The dialog around a form.
export const AroundForm = createContext<symbol | undefined>(undefined);

const guards = new Set<Guard>();

// The returned function ends it.
export function addGuard(guard: Guard): () => void {
    guards.add(guard);
    return () => { guards.delete(guard); };
}

export function isGuarded(): boolean {
    return guards.size > 0;
}

// Asks once for all forms that would be closed, and not again for those that may be: what closes them may also go to another address.
export async function mayClose(concerned: (guard: Guard) => boolean = () => true): Promise<boolean> {
    const closing = [...guards].filter(concerned);
    const [first] = closing;
    if (first === undefined) return true;
    if (!(await first.ask())) return false;
    for (const guard of closing) guards.delete(guard);
    return true;
}

export interface OwnGuard {
    readonly mayClose: () => Promise<boolean>;  // asks for this form alone
    readonly release: () => void;              // at once: the form is saved, and goes on to another screen
}

// Guards a form while it has typed text, also while it is being sent: it may be refused.
export function useLeaveGuard(dirty: boolean, ask: Guard["ask"]): OwnGuard {
    const own = useRef<Guard>();
    const dialog = useContext(AroundForm);
    own.current ??= { ask, dialog };
    useLayoutEffect(() => {
        if (!dirty || own.current === undefined) return undefined;
        const warn = (event: BeforeUnloadEvent) => event.preventDefault();
        const remove = addGuard(own.current);
        addEventListener("beforeunload", warn);
        return () => {
            remove();
            removeEventListener("beforeunload", warn);
        };
    }, [dirty]);
    return { mayClose: () => mayClose((guard) => guard === own.current), release: () => { if (own.current !== undefined) guards.delete(own.current); } };
}
