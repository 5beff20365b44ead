import assert from "node:assert/strict";
import test from "node:test";
import type { CandidateDetails } from "../api/types";
import { placeOf, withPlace } from "./application_moves";

const candidate = {
    id: "c", firstName: "Ada", lastName: "L", primaryAssignment: { job: { id: "1", title: "Cook" }, status: "REJECTED", reasonOfRejection: { id: "r", label: "R" }, source: "API" },
    secondaryAssignments: [{ job: { id: "2", title: "Chef" }, status: "NEW", source: "API" }],
} as unknown as CandidateDetails;

test("the place has what the API needs to move it back", () => {
    assert.deepEqual(candidate.primaryAssignment && placeOf(candidate.primaryAssignment), { status: "REJECTED", reason: "r" });
});

test("a move changes one application and forgets the reason and the step", () => {
    const moved = withPlace(candidate, "1", { status: "INTERVIEW", subStatus: "Team Interview" });
    assert.equal(moved.primaryAssignment?.status, "INTERVIEW");
    assert.equal(moved.primaryAssignment?.subStatus, "Team Interview");
    assert.equal(moved.primaryAssignment?.reasonOfRejection, undefined);
    assert.equal(moved.secondaryAssignments[0]?.status, "NEW");
});
