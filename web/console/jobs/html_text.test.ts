import assert from "node:assert/strict";
import test from "node:test";
import { htmlText } from "./html_text";

test("paragraphs, lists and breaks become lines", () => {
    assert.equal(htmlText("<p>You <b>cook</b>.</p><ul><li>Grill</li><li>Salad</li></ul><p>a<br>b</p>"), "You cook.\n\n• Grill\n• Salad\n\na\nb");
});

test("entities become characters, text without tags is unchanged", () => {
    assert.equal(htmlText("<p>R&amp;D &#8211; &#x20AC;5 &lt;b&gt;</p>"), "R&D – €5 <b>");
    assert.equal(htmlText("R&D, 3 > 2"), "R&D, 3 > 2");
});

test("scripts and comments vanish with their content", () => {
    assert.equal(htmlText("<p>a<!-- x --><script>alert(1)</script>b</p>"), "ab");
});
