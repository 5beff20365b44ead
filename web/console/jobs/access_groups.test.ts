import assert from "node:assert/strict";
import test from "node:test";
import { groupsText, offeredGroups } from "./access_groups";

const bristol = { id: "1", name: "Bristol" };
const leith = { id: "2", name: "Leith" };
const head = { id: "3", name: "Head office" };
const all = [bristol, leith, head];

test("administrators choose among all groups, others among their own and those of the job", () => {
    assert.deepEqual(offeredGroups(all, { role: "ADMINISTRATOR" }, []), all);
    assert.deepEqual(offeredGroups(all, { role: "EXTENDED", accessGroups: [leith] }, [{ id: "1" }]), [bristol, leith]);
    assert.deepEqual(offeredGroups(all, { role: "STANDARD" }, []), []);
});

test("groups are shown by name", () => {
    assert.equal(groupsText([{ id: "3" }, { id: "gone" }], all), "Head office, gone");
    assert.equal(groupsText(undefined, all), "");
});
