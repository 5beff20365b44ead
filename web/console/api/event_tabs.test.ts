import assert from "node:assert/strict";
import test from "node:test";
import { EventTab, type Connection, type Message, type TabOptions } from "./event_tabs";
import type { LiveEvent } from "./live_event";

// Tabs of one browser. Each attempt to open the stream gets the next text; after the last one, the tab is closed.
class Browser {
    readonly tabs: { tab: EventTab; events: LiveEvent[]; connections: Connection[]; opened: string[] }[] = [];

    add(...texts: (string | undefined)[]) {
        const closed = new Error("closed");
        const one = { events: [] as LiveEvent[], connections: [] as Connection[], opened: [] as string[], failing: [] as string[] };
        const options: TabOptions = {
            send: (message: Message) => this.tabs.filter((other) => other.tab !== tab).forEach((other) => other.tab.receive(message)),
            onEvent: (event) => {
                if (one.failing.includes(event.name)) throw new Error("not handled");
                one.events.push(event);
            },
            onConnection: (connection) => one.connections.push(connection),
            open: async (lastId) => {
                one.opened.push(lastId);
                const text = texts.shift();
                if (text === undefined) throw new Error("HTTP 503");
                return new ReadableStream({ start: (stream) => { stream.enqueue(text); stream.close(); } });
            },
            wait: async () => { if (texts.length === 0) throw closed; },
            later: () => () => {},
        };
        const tab: EventTab = new EventTab(options);
        this.tabs.push({ tab, ...one });
        return { tab, options, ...one, read: (isLate: boolean) => tab.read(isLate).catch((error: unknown) => assert.equal(error, closed)) };
    }
}

const namesOf = (events: readonly LiveEvent[]) => events.map(({ name }) => name);
const kJob = "event: job.updated\nid: 6\ndata: {}\n\n";

test("all tabs know when the one that reads is interrupted, and the next one resumes where it was", async () => {
    const browser = new Browser();
    const first = browser.add(`id: 5\n\n${kJob}`, "id: 7\n\n");
    const second = browser.add("");
    await first.read(false);
    assert.deepEqual(first.opened, ["", "6"]);
    assert.deepEqual(second.connections, ["live", "live", "interrupted", "live", "interrupted"]);
    assert.deepEqual([namesOf(first.events), namesOf(second.events)], [["job.updated"], ["job.updated"]]);
    await second.read(true);
    assert.deepEqual(second.opened, ["7"]);
});

test("a tab that takes over without a position resets all tabs, once it is connected", async () => {
    const browser = new Browser();
    const late = browser.add(undefined, `id: 5\n\n${kJob}`);
    const other = browser.add();
    await late.read(true);
    assert.deepEqual(late.opened, ["", ""]);
    assert.deepEqual([namesOf(late.events), namesOf(other.events)], [["reset", "job.updated"], ["reset", "job.updated"]]);
});

test("the first tab has missed nothing, unless its first attempt fails", async () => {
    const browser = new Browser();
    const fine = browser.add("id: 5\n\n", "id: 5\n\n");
    await fine.read(false);
    assert.deepEqual(fine.events, []);
    const failing = browser.add(undefined, "id: 5\n\n");
    await failing.read(false);
    assert.deepEqual(namesOf(failing.events), ["reset"]);
});

test("a tab that is opened later asks for the state", async () => {
    const browser = new Browser();
    await browser.add("id: 5\n\n").read(false);
    const later = browser.add("");
    later.tab.ask();
    assert.deepEqual(later.connections, ["interrupted"]);
    await later.read(true);
    assert.deepEqual(later.opened, ["5"]);
});

test("what a stream that broke had begun does not disturb the next one", async () => {
    const one = new Browser().add("id: 5\n\nid: 6\nevent: job.cr", kJob);
    await one.read(false);
    assert.deepEqual(namesOf(one.events), ["job.updated"]);
    assert.deepEqual(one.opened, ["", "5"]);
});

test("a reader that is closed without an interruption has passed on the position of the last comment", async () => {
    const browser = new Browser();
    const [reader, second] = [browser.add(), browser.add("")];
    let stream: ReadableStreamDefaultController<string> | undefined;
    const opened = new ReadableStream<string>({ start: (controller) => { stream = controller; } });
    const tab = new EventTab({ ...reader.options, open: async () => opened });
    void tab.read(false).catch(() => {});
    for (const part of ["id: 5\n\n", ":\nid: 9\n\n"]) {
        await new Promise((done) => setTimeout(done));
        stream?.enqueue(part);
    }
    await new Promise((done) => setTimeout(done));
    await second.read(true);
    assert.deepEqual(second.opened, ["9"]);
    stream?.close();  // and its timer
});

test("an event that one tab cannot handle reaches the others, and this tab gets it again", async () => {
    const browser = new Browser();
    const reader = browser.add(`id: 5\n\n`, kJob, "");
    const other = browser.add();
    reader.failing.push("job.updated");
    await reader.read(false);
    assert.deepEqual(namesOf(other.events), ["job.updated"]);
    assert.deepEqual(reader.opened, ["", "5", "5"]);
});

class Clock {
    private now = 0;
    private readonly timers = new Set<{ at: number; run: () => void }>();

    later = (run: () => void, ms: number) => {
        const timer = { at: this.now + ms, run };
        this.timers.add(timer);
        return () => { this.timers.delete(timer); };
    };

    pass(seconds: number): void {
        this.now += seconds * 1000;
        for (const timer of [...this.timers]) if (timer.at <= this.now && this.timers.delete(timer)) timer.run();
    }
}

test("a tab that is shown takes over from one that has become silent, a hidden one does not", () => {
    const clock = new Clock();
    const follower = (isShown: boolean) => {
        const one = { connections: [] as Connection[], thefts: 0 };
        const tab = new EventTab({
            send: () => {}, onEvent: () => {}, onConnection: (now) => one.connections.push(now), open: () => assert.fail("opened"),
            isShown: () => isShown, later: clock.later, steal: () => { one.thefts += 1; },
        });
        tab.ask();
        return Object.assign(one, { tab });
    };
    const [shown, hidden] = [follower(true), follower(false)];
    clock.pass(80);
    for (const { tab } of [shown, hidden]) tab.receive({ connection: "live", lastId: "5" });
    shown.tab.receive({ asks: true });  // of another follower: says nothing of the reader
    clock.pass(80);
    assert.deepEqual([shown.thefts, shown.connections], [0, ["live"]]);
    clock.pass(15);
    assert.deepEqual([shown.thefts, shown.connections], [1, ["live", "interrupted"]]);
    assert.deepEqual([hidden.thefts, hidden.connections], [0, ["live"]]);
});

test("a reader from whom another tab has taken over stops, and follows", async () => {
    const clock = new Clock();
    const robbed = new AbortController();
    const connections: Connection[] = [];
    let thefts = 0;
    let opened = 0;
    const tab = new EventTab({
        send: () => {}, onEvent: () => {}, onConnection: (now) => connections.push(now), isShown: () => true, later: clock.later, steal: () => { thefts += 1; },
        open: async (_, signal) => {
            opened += 1;
            return new ReadableStream({ start: (stream) => { stream.enqueue("id: 5\n\n"); signal.addEventListener("abort", () => stream.error(signal.reason)); } });
        },
    });
    const reading = tab.read(false, robbed.signal);
    await new Promise((done) => setTimeout(done));
    clock.pass(100);
    assert.deepEqual([connections, thefts], [["live"], 0]);
    robbed.abort();
    await reading;
    assert.deepEqual([connections, opened], [["live"], 1]);
    clock.pass(100);
    assert.deepEqual([connections, thefts], [["live", "interrupted"], 1]);
});
