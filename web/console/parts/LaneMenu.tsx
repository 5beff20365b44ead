import { useState } from "preact/hooks";
import { RequestDialog, type RequestDescription } from "./AsCurl";
import type { Lane } from "./Board";
import { Dialog } from "./Dialog";
import { MenuList, withRequests } from "./Menu";
import { parts as words } from "./words";

export interface LaneMenuProps<Card> {
    readonly lanes: readonly Lane<Card>[];
    readonly cards: readonly Card[] | undefined;  // absent: it is closed
    readonly onMove: (cards: readonly Card[], lane: string) => void;
    readonly requestOf?: ((cards: readonly Card[], lane: string) => RequestDescription | undefined) | undefined;
    readonly onClose: () => void;
}

// Where to move cards of a board.
export function LaneMenu<Card>({ lanes, cards, onMove, requestOf, onClose }: LaneMenuProps<Card>) {
    const [requests, setRequests] = useState<readonly RequestDescription[]>();
    const items = cards && lanes.filter((lane) => lane.accepts !== false).map((lane) => {
        const request = requestOf?.(cards, lane.key);
        return { title: lane.title, onSelect: () => onMove(cards, lane.key), ...(request && { request }) };
    });
    return (
        <>
            {items && (
                <Dialog title={words.moveTo} onClose={onClose}>
                    <MenuList label={words.moveTo} onClose={onClose} items={withRequests(items, setRequests)} />
                </Dialog>
            )}
            {requests && <RequestDialog requests={requests} onClose={() => setRequests(undefined)} />}
        </>
    );
}
