// A real OpenID Connect provider on a free port, with TLS, in this process. Everybody can sign in there, by any name and
// password; `people` says what the provider knows of them.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import Provider from 'oidc-provider';

import { CLIENT, makeCertificate } from './support.mjs';

// Signs out without a question, but only whoever brings an ID token, which was validated before.
function logoutSource(ctx, form) {
    ctx.body = ctx.oidc.entities.IdTokenHint
        ? `${form}<input type="hidden" name="logout" value="yes" form="op.logoutForm">
           <script>document.forms[0].submit()</script>`
        : '<h1>The ID token is missing</h1>';
}

export class RealProvider {
    people = {};  // claims by name
    #folder;
    #server;

    static async start() {
        const provider = new RealProvider();
        await provider.#start();
        return provider;
    }

    async #start() {
        this.#folder = await mkdtemp(join(tmpdir(), 'callboard-provider-'));
        const { certificate, key } = await makeCertificate(this.#folder);
        this.certificate = certificate;
        this.#server = createServer({ key: await readFile(key), cert: await readFile(certificate) });
        await new Promise((done) => this.#server.listen(0, '127.0.0.1', done));
        this.issuer = `https://127.0.0.1:${this.#server.address().port}`;
    }

    // Begins to answer, once the address of the program is known.
    serve(address, company) {
        const provider = new Provider(this.issuer, {
            clients: [{
                client_id: CLIENT.id,
                client_secret: CLIENT.secret,
                redirect_uris: [`${address}/identity/sso/${company}/callback`],
                post_logout_redirect_uris: [`${address}/identity/sign-in`],
            }],
            claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
            cookies: { keys: ['a key of cookies'] },
            features: { devInteractions: { enabled: true }, rpInitiatedLogout: { enabled: true, logoutSource } },
            findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...this.people[id] }) }),
            pkce: { required: () => true, methods: ['S256'] },
        });
        this.#server.on('request', provider.callback());
    }

    async stop() {
        this.#server?.closeAllConnections();
        this.#server?.close();
        if (this.#folder) await rm(this.#folder, { recursive: true });
    }
}
