import assert from "node:assert/strict";
import test from "node:test";
import { black, colorText, contrast, parseColor, readableOn, textOn, white } from "./color";

test("colours are #rrggbb and nothing else", () => {
    assert.deepEqual(parseColor("#0b6B4f"), { red: 11, green: 107, blue: 79 });
    for (const text of ["red", "#fff", "#0b6b4f;", "url(x)", "", undefined]) assert.equal(parseColor(text), undefined);
    assert.equal(colorText({ red: 11, green: 107, blue: 79 }), "#0b6b4f");
});

test("contrast", () => {
    assert.equal(contrast(black, white), 21);
    assert.equal(contrast(white, white), 1);
    assert.deepEqual(textOn(parseColor("#0b2a4a") ?? white), white);
    assert.deepEqual(textOn(parseColor("#ffe680") ?? black), black);
});

test("a colour that cannot be read becomes the nearest one that can", () => {
    const dark = parseColor("#0b5cad") ?? white;
    assert.deepEqual(readableOn(dark, white), dark);
    const yellow = readableOn(parseColor("#ffee00") ?? white, white);
    assert.ok(contrast(yellow, white) >= 4.5);
    assert.notDeepEqual(yellow, black);
});
