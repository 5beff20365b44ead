import assert from "node:assert/strict";
import test from "node:test";
import { findRoute, href, isSameView, match, route } from "./router";

const load = () => Promise.reject(new Error("not loaded in tests"));
const list = route("/jobs/{jobId?}", { title: "Jobs", load });
const create = route("/jobs/new", { title: "Create", load });
const pipeline = route("/jobs/{jobId}/pipeline", { title: "Pipeline", load });
const start = route("/", { title: "Today", load });
const routes = [start, list, create, pipeline];

test("a path gives the parameters of its route", () => {
    assert.deepEqual(match("/jobs/{jobId}/pipeline", "/jobs/a%2Fb/pipeline"), { jobId: "a/b" });
    assert.deepEqual(match("/jobs/{jobId?}", "/jobs"), {});
    assert.equal(match("/jobs/{jobId}", "/jobs"), undefined);
    assert.equal(match("/jobs/{jobId}", "/jobs/1/2"), undefined);
});

test("a path with a broken percent-encoding has no route", () => {
    assert.equal(match("/jobs/{jobId}", "/jobs/%E0%A4%A"), undefined);
});

test("fixed segments win over parameters", () => {
    assert.equal(findRoute(routes, "/jobs/new")?.route, create);
    assert.equal(findRoute(routes, "/jobs/7")?.route, list);
    assert.equal(findRoute(routes, "/jobs/")?.route, list);
    assert.equal(findRoute(routes, "/")?.route, start);
    assert.equal(findRoute(routes, "/nothing"), undefined);
});

test("an address is encoded and leaves out what is empty", () => {
    assert.equal(href(pipeline, { jobId: "a/b" }), "/console/jobs/a%2Fb/pipeline");
    assert.equal(href(list), "/console/jobs");
    assert.equal(href(list, { jobId: "7" }, { tab: "ads", filter: "", tag: ["x", "y"] }), "/console/jobs/7?tab=ads&tag=x&tag=y");
    assert.equal(href(start), "/console/");
});

test("another path, tab or form is another view, a filter is not", () => {
    const place = (query: string, path = "/jobs/7") => ({ path, query });
    assert.equal(isSameView(place("?tab=team&filter=a"), place("?filter=b&tab=team")), true);
    assert.equal(isSameView(place(""), place("?weeks=4")), true);
    for (const query of ["?tab=ads", "?ad=1", "?edit=terms", "?job=7", "?create=1"]) assert.equal(isSameView(place(""), place(query)), false, query);
    assert.equal(isSameView(place("?tab=ads&ad=1"), place("?tab=ads&ad=2")), false);
    assert.equal(isSameView(place(""), place("", "/jobs/8")), false);
});
