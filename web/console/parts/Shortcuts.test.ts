import assert from "node:assert/strict";
import { test } from "node:test";
import { actionsOf, actsOn } from "./Shortcuts";

const key = (title: string, inPalette?: false) => ({ title, run: () => {}, ...(inPalette === false && { inPalette }) });
const titles = (actions: readonly { title: string; keys: string }[]) => actions.map(({ title, keys }) => `${keys} ${title}`);

test("the palette has what the keys do, the newest screen first", () => {
    assert.deepEqual(titles(actionsOf([
        { scope: "Everywhere", keys: { "?": key("Help") } },
        { scope: "On this screen", keys: { e: key("Edit"), "Shift+d": key("Delete") } },
    ], null)), ["e Edit", "Shift+d Delete", "? Help"]);
});

test("a key that is registered twice has its newest meaning, and keys that move the focus are left out", () => {
    assert.deepEqual(titles(actionsOf([
        { scope: "list", keys: { j: key("Next row", false), r: key("Reload"), Escape: key("Clear") } },
        { scope: "detail", keys: { r: key("Redeliver"), Escape: key("Close") } },
    ], null)), ["r Redeliver", "Esc Close"]);
});

test("a key that moves the focus hides an older action of the same key", () => {
    assert.deepEqual(actionsOf([{ scope: "a", keys: { x: key("Export") } }, { scope: "b", keys: { x: key("Select", false) } }], null), []);
});

test("an action on what has the focus is left out if nothing has it", () => {
    const card = {} as Element;
    const all = [{ scope: "board", keys: { m: { ...key("Move"), inPalette: (focused: Element | null) => focused === card } } }];
    assert.deepEqual(titles(actionsOf(all, card)), ["m Move"]);
    assert.deepEqual(actionsOf(all, null), []);
});

test("a key that is held down moves on, but does nothing twice", () => {
    assert.deepEqual(["j", "ArrowLeft"].map((name) => actsOn(name, true)), [true, true]);
    assert.deepEqual(["Shift+l", "x", "Ctrl+Enter", "Shift+r"].map((name) => [actsOn(name, false), actsOn(name, true)]), Array(4).fill([true, false]));
});
