import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import { test } from "node:test";
import { authorizationUrl, challengeOf, clientCredentialsCurl, exchangeCurl, randomText } from "./authorize";

if (globalThis.crypto === undefined) Object.defineProperty(globalThis, "crypto", { value: webcrypto });

test("the challenge is that of RFC 7636, appendix B", async () => {
    assert.equal(await challengeOf("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"), "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
});

test("random text can be a verifier: 43 characters without padding", () => {
    assert.match(randomText(32), /^[\w-]{43}$/);
    assert.notEqual(randomText(32), randomText(32));
});

test("the authorization URL encodes redirect URI and scopes", () => {
    const url = new URL(authorizationUrl("https://cb.example", { clientId: "c", redirectUri: "https://a.example/b?c=d&e", scopes: ["jobs_read", "users_read"], state: "s", challenge: "x" }));
    assert.equal(url.pathname, "/identity/oauth/allow");
    assert.deepEqual(Object.fromEntries(url.searchParams), {
        response_type: "code", client_id: "c", redirect_uri: "https://a.example/b?c=d&e", scope: "jobs_read users_read", state: "s", code_challenge: "x", code_challenge_method: "S256",
    });
});

test("a confidential application authenticates with its secret, a public one sends its id", () => {
    assert.match(exchangeCurl("https://cb.example", { clientId: "c", confidential: true }, "v"), /-u 'c':"\$CLIENT_SECRET"/);
    const open = exchangeCurl("https://cb.example", { clientId: "c", confidential: false }, "v");
    assert.match(open, /-d 'client_id=c'/);
    assert.doesNotMatch(open, /SECRET/);
    assert.match(clientCredentialsCurl("https://cb.example", "c"), /grant_type=client_credentials/);
});
