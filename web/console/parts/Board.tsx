import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import type { RequestDescription } from "./AsCurl";
import { BoardColumn, focusedCard } from "./BoardColumn";
import { drag, startDrag } from "./drag";
import { LaneMenu } from "./LaneMenu";
import { announce } from "./LiveRegion";
import { useKeys } from "./Shortcuts";
import { parts as words } from "./words";

export interface Lane<Card> {
    readonly key: string;
    readonly title: string;
    readonly short?: string | undefined;  // shown instead of the title, which is read
    readonly count: number;  // of all cards, also those that are not loaded
    readonly cards: readonly Card[];
    readonly loading?: boolean;
    readonly more?: () => void;      // the last card is in view
    readonly accepts?: boolean;      // false: no card can be moved here
    readonly tone?: string;          // class of the dot beside the title
    readonly empty?: ComponentChildren;
}

export interface BoardProps<Card> {
    readonly label: string;
    readonly lanes: readonly Lane<Card>[];
    readonly keyOf: (card: Card) => string;
    readonly titleOf: (card: Card) => string;  // announced, and the name of the card
    readonly render: (card: Card) => ComponentChildren;
    readonly onMove?: (cards: readonly Card[], lane: string) => void;  // absent: nothing can be moved
    readonly requestOf?: (cards: readonly Card[], lane: string) => RequestDescription | undefined;  // "as curl"
    readonly onOpen?: (card: Card) => void;
    readonly openKey?: string | undefined;
    readonly selection?: ReadonlySet<string>;
    readonly onSelect?: (selection: ReadonlySet<string>) => void;
    readonly cardHeight?: number;  // pixels, with the gap
}

interface Place {
    readonly lane: number;
    readonly card: number;
}

// The wanted place if there is a card; otherwise the last card of its column, or the first card of all.
function placeNear(lanes: readonly Lane<unknown>[], wanted: Place): Place {
    const cards = lanes[wanted.lane]?.cards.length ?? 0;
    if (cards > 0) return { lane: wanted.lane, card: Math.min(wanted.card, cards - 1) };
    return { lane: Math.max(0, lanes.findIndex((lane) => lane.cards.length > 0)), card: 0 };
}

// Columns of cards; only cards in view exist. Move by drag and drop, by menu (⋯ or m) or by Shift+h and Shift+l; a selected
// card takes the whole selection with it.
export function Board<Card>(props: BoardProps<Card>) {
    const { label, lanes, keyOf, titleOf, onMove, onOpen, selection, onSelect, cardHeight = 84 } = props;
    const board = useRef<HTMLDivElement>(null);
    const [wanted, setActive] = useState<Place>({ lane: 0, card: 0 });
    const active = placeNear(lanes, wanted);
    const [choosing, setChoosing] = useState<readonly Card[]>();

    const focus = (place: Place) => {
        setActive(place);
        requestAnimationFrame(() => {
            const lane = board.current?.querySelector(`[data-lane-index="${place.lane}"]`);
            lane?.scrollIntoView({ block: "nearest", inline: "nearest" });
            lane?.querySelector<HTMLElement>(`[data-card="${place.card}"]`)?.focus({ preventScroll: true });
        });
    };
    const step = (down: number) => {
        const last = (lanes[active.lane]?.cards.length ?? 0) - 1;
        focus({ lane: active.lane, card: Math.max(0, Math.min(last, active.card + down)) });
    };
    const across = (right: number) => {
        let lane = active.lane + right;
        while (lanes[lane] !== undefined && lanes[lane]?.cards.length === 0) lane += right;
        const cards = lanes[lane]?.cards.length ?? 0;
        if (cards > 0) focus({ lane, card: Math.min(active.card, cards - 1) });
    };
    const all = () => lanes.flatMap((lane) => lane.cards);
    const moved = (card: Card | undefined): readonly Card[] => {
        if (card !== undefined && !selection?.has(keyOf(card))) return [card];
        return all().filter((one) => selection?.has(keyOf(one)));
    };
    const cardOf = (focused: Element | null) => all().find((card) => keyOf(card) === focusedCard(focused));
    const move = (cards: readonly Card[], key: string) => {
        const lane = lanes.find((one) => one.key === key);
        const moving = cards.filter((card) => !lane?.cards.includes(card));
        if (lane === undefined || lane.accepts === false || moving.length === 0) return;
        onMove?.(moving, key);
        announce(words.moved(moving.length === 1 && moving[0] !== undefined ? titleOf(moving[0]) : words.selected(moving.length), lane.title));
    };
    const toggle = (card: Card) => {
        if (onSelect === undefined) return;
        const next = new Set(selection);
        if (!next.delete(keyOf(card))) next.add(keyOf(card));
        onSelect(next);
    };
    const withCard = (run: (card: Card) => void) => () => {
        const card = cardOf(document.activeElement);
        if (card !== undefined) run(card);
    };
    const moveAcross = (right: number) => withCard((card) => {
        const lane = lanes[lanes.findIndex((one) => one.cards.includes(card)) + right];
        if (lane !== undefined) move(moved(card), lane.key);
    });
    const choose = (card: Card | undefined) => {
        const cards = moved(card);
        if (cards.length > 0) setChoosing(cards);
    };
    const inPalette = (focused: Element | null) => cardOf(focused) !== undefined;
    const down = { title: words.keys.down, inPalette: false as const, run: () => step(board.current?.contains(document.activeElement) ? 1 : 0) };
    const up = { title: words.keys.up, inPalette: false as const, run: () => step(-1) };
    const left = { title: words.keys.left, inPalette: false as const, run: () => across(-1) };
    const right = { title: words.keys.right, inPalette: false as const, run: () => across(1) };
    useKeys(label, {
        j: down, k: up, h: left, l: right, ArrowDown: down, ArrowUp: up, ArrowLeft: left, ArrowRight: right,
        ...(onOpen && { Enter: { title: words.keys.open, inPalette: false as const, run: withCard(onOpen) } }),
        ...(onSelect && { x: { title: words.keys.select, inPalette, run: withCard(toggle) } }),
        ...(onMove && {
            m: { title: words.keys.move, inPalette: (focused) => moved(cardOf(focused)).length > 0, run: () => choose(cardOf(document.activeElement)) },
            "Shift+l": { title: `${words.moveTo} →`, inPalette, run: moveAcross(1) },
            "Shift+h": { title: `${words.moveTo} ←`, inPalette, run: moveAcross(-1) },
        }),
    });
    const held = drag.value;
    const heldTitle = (keys: readonly string[]) => {
        const only = keys.length === 1 ? all().find((card) => keyOf(card) === keys[0]) : undefined;
        return only === undefined ? words.selected(keys.length) : titleOf(only);
    };
    return (
        <div class={held ? "board dragging" : "board"} role="group" aria-label={label} tabIndex={0} ref={board}>
            {lanes.map((lane, index) => (
                <BoardColumn key={lane.key} lane={lane} index={index} board={props} cardHeight={cardHeight} active={index === active.lane ? active.card : -1}
                    over={held?.over === lane.key && lane.accepts !== false} held={held?.cards}
                    onFocus={(card) => setActive({ lane: index, card })} onToggle={toggle} onChoose={choose}
                    onPress={(event, card) => {
                        if (!onMove || board.current === null) return;
                        const cards = moved(card);
                        startDrag(event, cards.map(keyOf), board.current, (key) => move(cards, key));
                    }} />
            ))}
            {held && <div class="held" style={{ transform: `translate(${held.x}px, ${held.y}px)` }}>{heldTitle(held.cards)}</div>}
            <LaneMenu lanes={lanes} cards={choosing} onMove={move} requestOf={props.requestOf} onClose={() => setChoosing(undefined)} />
        </div>
    );
}
