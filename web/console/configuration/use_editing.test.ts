import assert from "node:assert/strict";
import test from "node:test";
import { ApiError } from "../api/errors";
import { isConflict } from "./use_editing";

function refused(status: number, code: string): ApiError {
    return new ApiError(status, "refused", [{ code, message: "refused" }], undefined, undefined);
}

test("another version is a conflict, a name that is taken is not", () => {
    assert.equal(isConflict(refused(412, "PRECONDITION_FAILED")), true);
    assert.equal(isConflict(refused(409, "CONFLICT")), true);
    assert.equal(isConflict(refused(409, "HIRING_PROCESS_NAME_NOT_UNIQUE")), false);
    assert.equal(isConflict(new Error("offline")), false);
});
