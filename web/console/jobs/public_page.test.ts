import assert from "node:assert/strict";
import test from "node:test";
import { publicPlace } from "./public_page";

test("the link of a posting names its page, its company and its id", () => {
    assert.deepEqual(publicPlace("https://jobs.example.com/careers/acme/743999123456789-line-cook?oga=true"),
        { page: "https://jobs.example.com/careers/acme/743999123456789-line-cook", company: "acme", postingId: "743999123456789" });
    assert.equal(publicPlace("http://127.0.0.1:1/careers/acme/7?oga=true")?.postingId, "7");
    assert.equal(publicPlace(undefined), undefined);
    assert.equal(publicPlace("https://elsewhere.example/jobs/7"), undefined);
    assert.equal(publicPlace("javascript:alert(1)"), undefined);
});
