import assert from "node:assert/strict";
import test from "node:test";
import { fileName } from "./save_file";

test("names of files are plain", () => {
    assert.equal(fileName("New people, weekly", "csv", "2026-11-18T06:00:00Z"), "New-people-weekly-2026-11-18.csv");
    assert.equal(fileName("../../etc/passwd", "csv", "2026-11-18"), "etc-passwd-2026-11-18.csv");
    assert.equal(fileName("報告", "json", "2026-11-18"), "file-2026-11-18.json");
});
