import assert from "node:assert/strict";
import test, { mock } from "node:test";
import { publishAgain, publishedAds } from "./postings";

// Answers GET by URL; lists what is sent otherwise.
function server(answers: Readonly<Record<string, unknown>>): [string, unknown][] {
    const sent: [string, unknown][] = [];
    mock.method(globalThis, "fetch", (url: string, { method, body }: { method: string; body?: string }) => {
        if (method === "GET" && !(url in answers)) return Promise.reject(new TypeError(`not expected: ${url}`));
        if (method !== "GET") sent.push([`${method} ${url}`, body === undefined ? undefined : JSON.parse(body)]);
        return Promise.resolve(new Response(method === "GET" ? JSON.stringify(answers[url]) : "{}", { headers: { "Content-Type": "application/json" } }));
    });
    return sent;
}

const at = (hour: number) => `2026-11-18T${String(hour).padStart(2, "0")}:00:00.000Z`;
const ads = [
    { id: "default", postingStatus: "PUBLISHED", visibility: "PUBLIC", updatedOn: at(9) },
    { id: "draft", postingStatus: "NOT_PUBLISHED", visibility: "NOT_PUBLISHED", updatedOn: at(9) },
    { id: "internal", postingStatus: "PUBLISHED", visibility: "INTERNAL", updatedOn: at(11) },
    { id: "boards", postingStatus: "PUBLISHED", visibility: "PUBLIC", updatedOn: at(9) },
];
const answers = {
    "/jobs/7": { updatedOn: at(9) },
    "/jobs/7/jobads": ads,
    "/jobs/7/jobads/default/postings?activeOnly=true": { content: [{ type: "INTERNAL", publishedOn: at(9) }] },
    "/jobs/7/jobads/internal/postings?activeOnly=true": { content: [{ type: "INTERNAL", publishedOn: at(10) }] },
    "/jobs/7/jobads/boards/postings?activeOnly=true": { content: [{ type: "INTERNAL", publishedOn: at(10) }, { type: "FREE", publishedOn: at(10) }] },
};

test("all published ads are published again for the same readers, the default ad first", async () => {
    const sent = server(answers);
    await publishAgain("7", await publishedAds("7"));
    assert.deepEqual(sent, [
        ["POST /jobs/7/jobads/default/postings", { visibility: "PUBLIC", aggregators: false }],
        ["POST /jobs/7/jobads/internal/postings", { visibility: "INTERNAL" }],
        ["POST /jobs/7/jobads/boards/postings", { visibility: "PUBLIC", aggregators: true }],
    ]);
});

test("one ad is published again without the others", async () => {
    const sent = server(answers);
    await publishAgain("7", await publishedAds("7", "internal"));
    await publishAgain("7", await publishedAds("7", "draft"));
    assert.deepEqual(sent, [["POST /jobs/7/jobads/internal/postings", { visibility: "INTERNAL" }]]);
});

test("an ad is current if neither it nor the job was changed after it was published", async () => {
    const current = async () => (await publishedAds("7")).map((ad) => [ad.jobAdId, ad.current]);
    server(answers);
    assert.deepEqual(await current(), [["default", true], ["internal", false], ["boards", true]]);
    server({ ...answers, "/jobs/7": { updatedOn: at(10) } });
    assert.deepEqual(await current(), [["default", false], ["internal", false], ["boards", true]]);
});
