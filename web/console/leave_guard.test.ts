import assert from "node:assert/strict";
import test from "node:test";
import { addGuard, isGuarded, mayClose } from "./leave_guard";

test("forms that would be closed ask once, and not again after a yes", async () => {
    let asked = 0;
    const answers = [false, true];
    const guard = () => ({ ask: async () => answers[asked++] ?? false });
    const remove = [guard(), guard()].map(addGuard);
    assert.equal(await mayClose(), false);
    assert.equal(isGuarded(), true);
    assert.equal(await mayClose(), true);
    assert.equal(asked, 2);
    assert.equal(isGuarded(), false);
    remove.forEach((one) => one());
});

test("a dialog asks about the forms in it", async () => {
    const dialog = Symbol();
    const remove = [{ ask: async () => true, dialog }, { ask: async () => assert.fail("asked") }].map(addGuard);
    assert.equal(await mayClose((guard) => guard.dialog === dialog), true);
    assert.equal(isGuarded(), true);
    remove.forEach((one) => one());
    assert.equal(await mayClose(), true);
});
