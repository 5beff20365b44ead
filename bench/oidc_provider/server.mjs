// server.mjs PORT CHAINS: a token endpoint by oidc-provider that keeps everything in memory and rotates refresh tokens.
// Prints the client's name and secret and a refresh token for each chain, as JSON, once it listens.
import Provider from 'oidc-provider';

const [port, chains] = process.argv.slice(2).map(Number);
const client = { client_id: 'bench', client_secret: 'a-secret-that-nobody-has-to-guess-0123456789' };
const scope = 'offline_access';  // without openid: no id token is signed, which would cost it most of its time

const provider = new Provider(`http://127.0.0.1:${port}`, {
    clients: [{ ...client, redirect_uris: ['https://bench.example/callback'],
                grant_types: ['authorization_code', 'refresh_token'] }],
    rotateRefreshToken: true,
    issueRefreshToken: () => true,
    findAccount: (context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    ttl: { AccessToken: 1800, RefreshToken: 28 * 86400, Grant: 28 * 86400 },
});

async function refreshToken(accountId) {
    const grant = new provider.Grant({ accountId, clientId: client.client_id });
    grant.addOIDCScope(scope);
    const grantId = await grant.save();
    const owner = await provider.Client.find(client.client_id);
    return new provider.RefreshToken({ accountId, client: owner, grantId, scope, gty: 'authorization_code' }).save();
}

const tokens = [];
for (let i = 0; i < chains; ++i) tokens.push(await refreshToken(`user${i}`));
provider.listen(port, '127.0.0.1', () => console.log(JSON.stringify({ ...client, tokens })));
