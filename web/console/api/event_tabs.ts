// Of all tabs of a browser, one reads the stream of live events. It passes on the events, whether it is connected, and how far it
// has read: the tab that reads after it goes on from there.
import { pause } from "./client";
import { EventParser } from "./event_parser";
import { liveEvent, type LiveEvent } from "./live_event";

export type Connection = "connecting" | "live" | "interrupted";

// Between tabs; a new one asks for the state.
export type Message = { readonly event: LiveEvent } | { readonly connection: Connection; readonly lastId: string } | { readonly asks: true };

export interface TabOptions {
    readonly send: (message: Message) => void;  // to the other tabs
    readonly onEvent: (event: LiveEvent) => void;
    readonly onConnection: (connection: Connection) => void;
    readonly open: (lastId: string, signal: AbortSignal) => Promise<ReadableStream<string>>;
    readonly wait?: (seconds: number) => Promise<void>;
    readonly isShown?: () => boolean;  // to somebody
    readonly steal?: () => void;       // reads from now on, instead of a tab that has become silent
    readonly later?: (run: () => void, ms: number) => () => void;  // the returned function cancels it
}

const kLongestDelay = 30;  // seconds between attempts
const kSilence = 45_000;   // ms; the server sends a comment every 15 s
const kFrozen = 90_000;    // ms; longer than a reader without a connection says nothing: an attempt and the delay after it

function afterDelay(run: () => void, ms: number): () => void {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
}

export class EventTab {
    private lastId = "";
    private connection: Connection = "connecting";
    private isReader = false;
    private retry = 2;  // seconds, as the server wishes
    private stream: AbortController | undefined;
    private stopListening = () => {};

    constructor(private readonly options: TabOptions) {}

    ask(): void {
        this.listen();
        this.options.send({ asks: true });
    }

    receive(message: Message): void {
        if ("asks" in message) {
            if (this.isReader) this.tell(this.connection);
            return;
        }
        if (!this.isReader) this.listen();
        if ("event" in message) {
            this.show("live");
            this.lastId = message.event.id || this.lastId;
            this.options.onEvent(message.event);
        } else {
            this.lastId = message.lastId || this.lastId;
            this.show(message.connection);
        }
    }

    // Ends the present stream; the next one is opened after a delay.
    interrupt(): void {
        this.stream?.abort();
    }

    // As long as the tab is open, or until another one has taken over. One that is late, after another tab, shows what it has
    // loaded long before.
    async read(isLate: boolean, robbed: AbortSignal = new AbortController().signal): Promise<void> {
        this.isReader = true;
        robbed.addEventListener("abort", () => {
            this.isReader = false;
            this.interrupt();
            this.listen();
        });
        const { wait = pause } = this.options;
        for (let failures = 0, isFirst = !isLate; !robbed.aborted; ++failures, isFirst = false) {
            const begun = Date.now();
            await this.readStream(!isFirst && this.lastId === "").catch(() => {});
            if (robbed.aborted) return;
            this.tell("interrupted");
            if (Date.now() - begun > 10_000) failures = 0;
            await wait(Math.min(this.retry * 2 ** failures, kLongestDelay) * (0.75 + Math.random() / 2));
        }
    }

    // A browser may freeze a tab that nobody sees, with the lock that it reads with.
    private listen(): void {
        const { later = afterDelay, isShown = () => false, steal } = this.options;
        this.stopListening();
        this.stopListening = later(() => {
            if (this.isReader) return;
            this.listen();
            if (!isShown()) return;
            this.show("interrupted");
            steal?.();
        }, kFrozen);
    }

    // Without a position to resume from, events may have been missed: everything is loaded again, once new ones arrive.
    private async readStream(isMissing: boolean): Promise<void> {
        const parser = new EventParser();
        parser.lastId = this.lastId;
        const silence = new AbortController();
        this.stream = silence;
        let timer = setTimeout(() => silence.abort(), kSilence);
        try {
            const reader = (await this.options.open(this.lastId, silence.signal)).getReader();
            for (let part = await reader.read(), isFirst = true; !part.done; part = await reader.read(), isFirst = false) {
                clearTimeout(timer);
                timer = setTimeout(() => silence.abort(), kSilence);
                const events = parser.push(part.value);
                this.retry = (parser.retry ?? this.retry * 1000) / 1000;
                if (isFirst && isMissing) this.publish(liveEvent({ name: "reset", id: "", data: "{}" }));
                for (const event of events) this.publish(liveEvent(event));
                this.lastId = parser.lastId;  // once they are handled: the next stream begins with those that were not
                this.tell("live");            // also of a part without events: comments move the position, and say that this tab is alive
            }
        } finally {
            clearTimeout(timer);
        }
    }

    private publish(event: LiveEvent): void {
        this.options.send({ event });  // first: what goes wrong in this tab does not concern the others
        this.options.onEvent(event);
    }

    private tell(connection: Connection): void {
        this.show(connection);
        this.options.send({ connection, lastId: this.lastId });
    }

    private show(connection: Connection): void {
        this.connection = connection;
        this.options.onConnection(connection);
    }
}
