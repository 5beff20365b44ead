// Sign-in without leaving the page: a call that finds the session ended waits here until the user has signed in again.
import { signal } from "@preact/signals";
import { ApiError, errorOf, OtherUserError } from "./errors";

// Whether the dialog is shown (parts/SignIn.tsx).
export const signInNeeded = signal(false);
// The name of another user whom this browser is signed in as now. The page belongs to the one who opened it: what was typed in it
// must not be sent in the name of the other.
export const otherUser = signal<string | undefined>(undefined);
let waiting: { promise: Promise<void>; resolve: () => void } | undefined;

export function signInAgain(): Promise<void> {
    if (waiting === undefined) {
        let resolve = () => {};
        const promise = new Promise<void>((done) => { resolve = done; });
        waiting = { promise, resolve };
        signInNeeded.value = true;
    }
    return waiting.promise;
}

export function signedInAgain(): void {
    waiting?.resolve();
    waiting = undefined;
    signInNeeded.value = false;
}

interface Person {
    readonly id: string;
    readonly firstName: string;
    readonly lastName: string;
}

// Who is signed in now, if anybody is; not read() of the client, which would wait for a sign-in.
async function signedInUser(): Promise<Person | undefined> {
    const answer = await fetch("/user-api/v201804/users/me", { credentials: "same-origin", cache: "no-store" }).catch(() => {
        throw new ApiError(0, "The server could not be reached", [], undefined, undefined);
    });
    if (answer.ok) return await answer.json() as Person;
    const error = errorOf(answer.status, answer.headers, await answer.json().catch(() => undefined));
    if (error.sessionEnded) return undefined;
    throw error;
}

let ownUser = (): string | undefined => undefined;  // who opened the page
let inDoubt = false;  // somebody else may have signed in since the last look
let lastLook: Promise<boolean> | undefined;

// Is this user still signed in? If it is somebody else, otherUser says who. An answer that is an error says nothing: what was known
// stays, and the next change looks again.
export function isStill(userId: string | undefined): Promise<boolean> {
    const look: Promise<boolean> = signedInUser().then((now) => {
        const isOther = now !== undefined && userId !== undefined && now.id !== userId;
        if (look === lastLook) {  // an older answer may be from before the other sign-in
            otherUser.value = isOther ? `${now.firstName} ${now.lastName}`.trim() : undefined;
            inDoubt = false;
        }
        return now !== undefined && !isOther;
    }).finally(() => { if (look === lastLook) lastLook = undefined; });
    lastLook = look;
    return look;
}

// Before a change is sent: waits for a look that is under way, and throws if somebody else is signed in. A page without the focus,
// such as one in the background with a bulk action, looks each time: it does not notice a sign-in elsewhere.
export async function checkUser(): Promise<void> {
    if (ownUser() === undefined) return;
    if (!document.hasFocus()) inDoubt = true;
    while (inDoubt && otherUser.peek() === undefined) await (lastLook ?? isStill(ownUser()));
    if (otherUser.peek() !== undefined) throw new OtherUserError(otherUser.peek() ?? "");
}

// Somebody may sign in in another tab or window: looks when this one is shown again or gets the focus.
export function watchUser(userId: () => string | undefined): void {
    ownUser = userId;
    const look = () => {
        if (document.hidden || userId() === undefined) return;
        inDoubt = true;
        void isStill(userId()).catch(() => {});
    };
    document.addEventListener("visibilitychange", look);
    window.addEventListener("focus", look);
}

export const kSignInPage = "/identity/sign-in";
const kAccountPage = "/identity/security";  // any page that only signed-in users get

export type SignInResult = "done" | "needs_page" | { readonly message: string };

async function pageOf(response: Response): Promise<Document> {
    return new DOMParser().parseFromString(await response.text(), "text/html");
}

function tokenOf(page: Document, action: string): string | undefined {
    return page.querySelector<HTMLInputElement>(`form[action^="${action}"] input[name="token"]`)?.value;
}

// Sends the form of the sign-in page. A second factor and single sign-on need the page itself.
export async function signIn(email: string, password: string): Promise<SignInResult> {
    const address = `${kSignInPage}?to=${encodeURIComponent(kAccountPage)}`;
    const shown = await fetch(address, { credentials: "same-origin" });
    if (!new URL(shown.url).pathname.startsWith(kSignInPage)) return "done";  // signed in, in another tab
    const token = tokenOf(await pageOf(shown), kSignInPage);
    if (token === undefined) return "needs_page";
    const answer = await fetch(address, { method: "POST", credentials: "same-origin", body: new URLSearchParams({ token, email, password }) });
    const path = new URL(answer.url).pathname;
    if (path === kAccountPage) return "done";
    if (!path.startsWith(kSignInPage)) return "needs_page";
    const notice = (await pageOf(answer)).querySelector(".notice")?.textContent?.trim();
    return { message: notice ?? `HTTP ${answer.status}` };
}

// Sign-out is a form with a token of the session, as on the account pages.
export async function signOut(): Promise<void> {
    const page = await pageOf(await fetch(kAccountPage, { credentials: "same-origin" }));
    const form = document.createElement("form");
    form.method = "post";
    form.action = "/identity/sign-out";
    const input = document.createElement("input");
    input.type = "hidden";
    input.name = "token";
    input.value = tokenOf(page, "/identity/sign-out") ?? "";
    form.append(input);
    document.body.append(form);
    form.submit();
}
