import assert from "node:assert/strict";
import test from "node:test";
import { patchOf } from "./user_change";

test("only what was changed", () => {
    const before = { email: "a@x.example", firstName: "Ada", lastName: "Byron", systemRole: { id: "STANDARD" as const }, externalData: "7" };
    assert.deepEqual(patchOf(before, before), []);
    assert.deepEqual(patchOf(before, { ...before, lastName: "King", systemRole: { id: "EXTENDED" } }),
        [{ op: "replace", path: "/lastName", value: "King" }, { op: "replace", path: "/systemRole", value: { id: "EXTENDED" } }]);
});

test("fields that are new are added, fields that are empty now are removed", () => {
    assert.deepEqual(patchOf({ externalData: "7" }, { ssoLoginMode: "SSO" }), [{ op: "remove", path: "/externalData" }, { op: "add", path: "/ssoLoginMode", value: "SSO" }]);
});
