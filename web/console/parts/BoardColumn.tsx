import { useEffect, useId, useRef } from "preact/hooks";
import type { BoardProps, Lane } from "./Board";
import { Skeleton } from "./Skeleton";
import { reveal, useVirtual } from "./virtual";
import { parts as words } from "./words";

interface BoardColumnProps<Card> {
    readonly lane: Lane<Card>;
    readonly index: number;
    readonly board: BoardProps<Card>;
    readonly cardHeight: number;
    readonly active: number;  // index of the card that has or gets the focus, -1: in another column
    readonly over: boolean;   // cards are held over it
    readonly held: readonly string[] | undefined;
    readonly onFocus: (card: number) => void;
    readonly onToggle: (card: Card) => void;
    readonly onPress: (event: PointerEvent, card: Card) => void;
    readonly onChoose: (card: Card) => void;  // where to move it
}

// The key of the card that has the focus, if this element or its checkbox or button has it.
export function focusedCard(focused: Element | null): string | undefined {
    return focused?.closest(".card-slot")?.querySelector<HTMLElement>("[data-key]")?.dataset["key"];
}

export function BoardColumn<Card>({ lane, index, board, cardHeight, active, over, held, onFocus, onToggle, onPress, onChoose }: BoardColumnProps<Card>) {
    const box = useRef<HTMLDivElement>(null);
    const id = useId();
    const { first, last } = useVirtual(box, lane.cards.length, cardHeight, lane.more);
    const stop = active >= first && active < last ? active : first;  // of the Tab key: one in each column
    useEffect(() => { if (active >= 0) reveal(box.current, active, cardHeight); }, [active]);
    const { keyOf, titleOf, render, onMove, onOpen, openKey, selection, onSelect } = board;
    return (
        <section class={`lane${over ? " over" : ""}${lane.count === 0 ? " bare" : ""}`} data-column={lane.key} data-lane-index={index} aria-label={`${lane.title}, ${lane.count}`}>
            <header>{lane.tone !== undefined && <i class={`dot ${lane.tone}`} />}<h2 aria-label={lane.title} title={lane.title}>{lane.short ?? lane.title}</h2><span class="count">{lane.count}</span></header>
            <div class="lane-cards" ref={box}>
                {lane.cards.length === 0 && (lane.loading ? <Skeleton lines={4} /> : lane.empty)}
                <div class="lane-rows" role="list" style={{ height: `${lane.cards.length * cardHeight}px` }}>
                    {lane.cards.slice(first, last).map((card, offset) => {
                        const place = first + offset;
                        const key = keyOf(card);
                        const chosen = selection?.has(key) ?? false;
                        return (
                            <div key={key} class="card-slot" role="listitem" style={{ transform: `translateY(${place * cardHeight}px)`, height: `${cardHeight}px` }}>
                                <div class={`card${chosen ? " chosen" : ""}${held?.includes(key) ? " lifted" : ""}`} role="button" data-card={place} data-key={key}
                                    tabIndex={place === stop ? 0 : -1} aria-label={words.picked(titleOf(card), lane.title)} aria-describedby={`${id}-${key}`}
                                    aria-pressed={onSelect ? chosen : undefined} aria-current={key === openKey || undefined}
                                    onFocus={() => onFocus(place)} onPointerDown={(event) => onPress(event, card)}
                                    onClick={(event) => { if (event.ctrlKey || event.metaKey || event.shiftKey) onToggle(card); else onOpen?.(card); }}>
                                    <div id={`${id}-${key}`}>{render(card)}</div>
                                </div>
                                {onMove && (
                                    <div class="card-tools">
                                        {onSelect && <label><input type="checkbox" tabIndex={-1} aria-label={words.selectCard(titleOf(card))} checked={chosen} onFocus={() => onFocus(place)} onChange={() => onToggle(card)} /></label>}
                                        <button type="button" tabIndex={-1} aria-label={words.moveCard(titleOf(card))} title={words.moveTo} onClick={() => onChoose(card)}>⋯</button>
                                    </div>
                                )}
                            </div>
                        );
                    })}
                </div>
            </div>
        </section>
    );
}
