import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

export interface Tab {
    readonly key: string;
    readonly title: string;
    readonly count?: number | undefined;
}

export interface TabsProps {
    readonly tabs: readonly Tab[];
    readonly current: string;  // usually useQuery("tab", first)
    readonly onSelect: (key: string) => void;
    readonly label: string;
    readonly children: ComponentChildren;  // the content of the current tab
}

export function Tabs({ tabs, current, onSelect, label, children }: TabsProps) {
    const id = useId();
    const list = useRef<HTMLDivElement>(null);
    useEffect(() => {  // not before: a form may ask first, and keep its tab
        if (list.current?.contains(document.activeElement)) list.current.querySelector<HTMLElement>("[aria-selected=true]")?.focus();
    }, [current]);
    const move = (event: KeyboardEvent) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (step === undefined) return;
        event.preventDefault();
        const index = tabs.findIndex((tab) => tab.key === current);
        const next = tabs[(index + step + tabs.length) % tabs.length];
        if (next !== undefined) onSelect(next.key);
    };
    return (
        <div class="tabs">
            <div ref={list} role="tablist" aria-label={label} onKeyDown={move}>
                {tabs.map((tab) => (
                    <button key={tab.key} id={`${id}-${tab.key}`} type="button" role="tab" aria-selected={tab.key === current}
                        aria-controls={`${id}-panel`} tabIndex={tab.key === current ? 0 : -1} onClick={() => onSelect(tab.key)}>
                        {tab.title}{tab.count !== undefined && <span class="count">{tab.count}</span>}
                    </button>
                ))}
            </div>
            <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${current}`}>{children}</div>
        </div>
    );
}
