import assert from "node:assert/strict";
import test from "node:test";
import { curlText, requestText, shellQuoted, withoutSecrets } from "./curl";

test("text with quotes stays one argument of a shell", () => {
    assert.equal(shellQuoted("it's $HOME"), `'it'\\''s $HOME'`);
});

test("a request without a body", () => {
    assert.equal(curlText({ method: "GET", url: "/jobs?q=cook" }, "https://hr.example"), `curl 'https://hr.example/jobs?q=cook' \\\n  -H "X-SmartToken: $CALLBOARD_KEY"`);
});

test("a request with a body names its type", () => {
    const text = curlText({ method: "PATCH", url: "/candidates/1", body: { firstName: "O'Neil" } }, "https://hr.example");
    assert.match(text, /^curl -X PATCH /);
    assert.match(text, /Content-Type: application\/merge-patch\+json/);
    assert.match(text, /O'\\''Neil/);
});

test("a file that is sent, and one that is received under a name that is no path or option", () => {
    assert.match(curlText({ method: "PUT", url: "/logo", file: "logo.png" }, ""), /-F 'file=@logo\.png'$/);
    assert.match(requestText({ method: "PUT", url: "/logo", file: "logo.png" }, ""), /multipart\/form-data[^]*name="file"; filename="logo\.png"/);
    const download = (saveAs: string) => curlText({ method: "GET", url: "/x", accept: "text/csv", saveAs }, "").split("\n").slice(-2).join("\n");
    assert.equal(download("Ada Łê, résumé.pdf"), "  -H 'Accept: text/csv' \\\n  -o 'Ada Łê- résumé.pdf'");
    assert.match(download("re\u0301sume\u0301.pdf"), /-o 'r\u00E9sum\u00E9\.pdf'$/);
    assert.match(download("हिन्दी.pdf"), /-o 'हिन्दी\.pdf'$/);
    assert.match(download("../../.ssh/config"), /-o 'ssh-config'$/);
    assert.match(download("-o\u202Efdp.'sh\n"), /-o 'o-fdp\.-sh-'$/);
    assert.match(download("/"), /-o 'file'$/);
});

test("the request as it is sent", () => {
    assert.equal(requestText({ method: "PUT", url: "/x", body: 1 }, "hr.example"), "PUT /x HTTP/1.1\nHost: hr.example\nX-SmartToken: $CALLBOARD_KEY\nContent-Type: application/json\n\n1");
});

test("secrets that were typed are not shown", () => {
    assert.deepEqual(withoutSecrets({ callbackUrl: "https://a.example", callbackAuthentication: { type: "basic", username: "ada", password: "p", headerValue: "h" }, clientSecret: "s", events: ["x", null] }),
        { callbackUrl: "https://a.example", callbackAuthentication: { type: "basic", username: "ada", password: "…", headerValue: "…" }, clientSecret: "…", events: ["x", null] });
});
