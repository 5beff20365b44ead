import assert from "node:assert/strict";
import test from "node:test";
import { mergePatchOf, retagged, type NewCandidateForm } from "./candidate_change";
import { inputOf, placeInForm } from "./candidate_input";

const lena = { firstName: "Lena", lastName: "Brandt", email: "lena@example.com" };

test("only what was changed is sent, and what was emptied becomes null", () => {
    const before = { ...lena, phoneNumber: "1", location: { city: "Atlanta", region: "GA" }, web: { website: "https://a.example" } };
    const after = { ...lena, lastName: "Brand", location: { city: "Boston" }, web: { website: "https://a.example" } };
    assert.deepEqual(mergePatchOf(before, after), { lastName: "Brand", phoneNumber: null, location: { city: "Boston", region: null } });
});

test("nothing changed is an empty patch, an object that goes is null", () => {
    assert.deepEqual(mergePatchOf({ ...lena, web: {} }, { ...lena, web: {} }), {});
    assert.deepEqual(mergePatchOf({ ...lena, web: { skype: "x" } }, lena), { web: null });
});

test("a new candidate: the current position, the school and the source in the form of the API", () => {
    const form: NewCandidateForm = { ...lena, job: { id: "7" }, source: "JOB_BOARD/FREE_JOB_BOARD/glassdoor", current: { title: "Cook" }, school: { degree: "BA" } };
    assert.deepEqual(inputOf(form), {
        ...lena, experience: [{ title: "Cook", current: true }], education: [{ degree: "BA" }],
        sourceDetails: { sourceTypeId: "JOB_BOARD", sourceSubTypeId: "FREE_JOB_BOARD", sourceId: "glassdoor" },
    });
    assert.deepEqual(inputOf(lena), lena);
});

test("a change of tags leaves those that others have added or removed", () => {
    assert.deepEqual(retagged(["knives", "theirs"], ["knives"], ["knives", "mine"]), ["knives", "theirs", "mine"]);
    assert.deepEqual(retagged(["knives", "theirs"], ["knives"], []), ["theirs"]);
    assert.deepEqual(retagged(["mine"], ["knives"], ["knives", "mine"]), ["mine"], "knives was removed by others, mine added");
    assert.deepEqual(retagged(["theirs", "mine"], ["knives", "mine"], ["knives"]), ["theirs"], "undone");
});

test("what is wrong in the body of a new candidate is at a field of the form", () => {
    assert.deepEqual(["/experience/0/title", "/education/0", "/sourceDetails/sourceId", "/email"].map(placeInForm), ["/current/title", "/school", "/source/sourceId", "/email"]);
});
