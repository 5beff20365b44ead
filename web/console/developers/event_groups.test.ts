import assert from "node:assert/strict";
import { test } from "node:test";
import { chosenIn, familyOf, groupEvents, toggleGroup } from "./event_groups";

test("the family of an event is its noun; ads and approvals have their own", () => {
    assert.equal(familyOf("job.created"), "job");
    assert.equal(familyOf("job.status.updated"), "job");
    assert.equal(familyOf("job.ad.postings.updated"), "job.ad");
    assert.equal(familyOf("job.approval.step.approved"), "job.approval");
    assert.equal(familyOf("offer.approver.skipped"), "offer.approval");
    assert.equal(familyOf("application.screening-answers.created"), "application");
    assert.equal(familyOf("reset"), "reset");
});

test("groups keep the order of the catalogue, also if a family stands in two places", () => {
    const groups = groupEvents(["job.created", "job.ad.created", "job.updated", "offer.created"].map((name) => ({ name })));
    assert.deepEqual(groups.map(({ family, events }) => [family, events.map((event) => event.name)]),
        [["job", ["job.created", "job.updated"]], ["job.ad", ["job.ad.created"]], ["offer", ["offer.created"]]]);
});

test("a group is chosen as a whole and given back as a whole", () => {
    const members = ["a", "b"];
    assert.equal(chosenIn(members, ["b", "x"]), "some");
    assert.deepEqual(toggleGroup(members, ["b", "x"]), ["b", "x", "a"]);
    assert.deepEqual(toggleGroup(members, ["b", "x", "a"]), ["x"]);
    assert.equal(chosenIn(members, []), "none");
});
