import assert from "node:assert/strict";
import test from "node:test";
import { ApiError, atOtherPlaces, errorOf, faultsByField } from "./errors";

const body = {
    message: "3 faults",
    errors: [
        { code: "VALIDATION_ERROR", message: "is required", dataPath: "/title" },
        { code: "VALIDATION_ERROR", message: "is too long", dataPath: "/tags/3" },
        { code: "VALIDATION_ERROR", message: "does not exist", dataPath: "/industry/id" },
    ],
};

test("an answer becomes an error with request id and time to wait", () => {
    const error = errorOf(429, new Headers({ "X-Request-Id": "r1", "Retry-After": "3" }), { message: "too many", errors: [{ code: "TOO_MANY_REQUESTS", message: "m" }] });
    assert.equal(error.requestId, "r1");
    assert.equal(error.retryAfter, 3);
    assert.equal(error.code, "TOO_MANY_REQUESTS");
});

test("an answer that is not ours still has a message", () => {
    assert.equal(errorOf(502, new Headers(), undefined).message, "HTTP 502");
    assert.equal(errorOf(502, new Headers(), "<html>").faults.length, 0);
    assert.deepEqual(errorOf(400, new Headers(), { message: "m", errors: [null, 7, { message: "x" }] }).faults, [{ message: "x" }]);
});

test("only an unknown caller has to sign in again", () => {
    const of = (status: number, code: string) => new ApiError(status, "m", [{ code, message: "m" }], undefined, undefined);
    assert.equal(of(401, "UNAUTHORIZED").sessionEnded, true);
    assert.equal(of(401, "UNAUTHORIZED_TO_ACCESS_JOB").sessionEnded, false);
    assert.equal(of(401, "UNAUTHORIZED_TO_ACCESS_JOB").forbidden, true);
    assert.equal(of(403, "INSUFFICIENT_SCOPE").forbidden, true);
});

test("faults go to the nearest field that is shown, the others are listed", () => {
    const { fields, others } = faultsByField(errorOf(422, new Headers(), body), ["/title", "/tags"]);
    assert.deepEqual([...fields], [["/title", "is required"], ["/tags", "is too long"]]);
    assert.deepEqual(others, ["/industry/id: does not exist"]);
});

test("a fault of a part of the form goes to its first field", () => {
    const answer = { message: "m", errors: [{ code: "INVALID", message: "must be an amount", dataPath: "/salary" }, { code: "INVALID", message: "of the whole", dataPath: "" }] };
    const { fields, others } = faultsByField(errorOf(400, new Headers(), answer), ["/salaryNote", "/salary/value", "/salary/code"]);
    assert.deepEqual([...fields], [["/salary/value", "must be an amount"]]);
    assert.deepEqual(others, ["of the whole"]);
});

test("an error without faults shows its message", () => {
    assert.deepEqual(faultsByField(errorOf(409, new Headers(), { message: "conflict", errors: [] }), []).others, ["conflict"]);
    assert.deepEqual(faultsByField(new Error("broken"), []).others, ["broken"]);
});

test("faults are shown at the places that a form has", () => {
    const error = atOtherPlaces(errorOf(422, new Headers(), body), (path) => path.replace("/tags", "/labels"));
    assert.equal(faultsByField(error, ["/labels"]).fields.get("/labels"), "is too long");
    const other = new Error("offline");
    assert.equal(atOtherPlaces(other, () => ""), other);
});
