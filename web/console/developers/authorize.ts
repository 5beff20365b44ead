// The authorization code flow (RFC 6749, PKCE by RFC 7636) of an application, ready to be tried out.
import { shellQuoted } from "../api/curl";

export interface AuthorizationRequest {
    readonly clientId: string;
    readonly redirectUri: string;
    readonly scopes: readonly string[];
    readonly state: string;
    readonly challenge?: string | undefined;  // PKCE
}

function base64Url(bytes: Uint8Array): string {
    return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export function randomText(bytes: number): string {
    return base64Url(crypto.getRandomValues(new Uint8Array(bytes)));
}

export async function challengeOf(verifier: string): Promise<string> {
    return base64Url(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier))));
}

export function authorizationUrl(origin: string, request: AuthorizationRequest): string {
    const parameters: [string, string][] = [
        ["response_type", "code"], ["client_id", request.clientId], ["redirect_uri", request.redirectUri], ["scope", request.scopes.join(" ")], ["state", request.state],
    ];
    if (request.challenge !== undefined) parameters.push(["code_challenge", request.challenge], ["code_challenge_method", "S256"]);
    return `${origin}/identity/oauth/allow?${parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&")}`;
}

export interface TokenClient {
    readonly clientId: string;
    readonly confidential: boolean;
}

function tokenCurl(origin: string, client: TokenClient, form: readonly string[]): string {
    const identity = client.confidential ? [`-u ${shellQuoted(client.clientId)}:"$CLIENT_SECRET"`] : [`-d ${shellQuoted(`client_id=${client.clientId}`)}`];
    return [`curl ${shellQuoted(`${origin}/identity/oauth/token`)}`, ...identity, ...form].join(" \\\n  ");
}

export function exchangeCurl(origin: string, client: TokenClient, verifier: string): string {
    return tokenCurl(origin, client, ["-d grant_type=authorization_code", '-d code="$CODE"', `-d code_verifier=${verifier}`]);
}

export function refreshCurl(origin: string, client: TokenClient): string {
    return tokenCurl(origin, client, ["-d grant_type=refresh_token", '-d refresh_token="$REFRESH_TOKEN"']);
}

export function clientCredentialsCurl(origin: string, clientId: string): string {
    return tokenCurl(origin, { clientId, confidential: true }, ["-d grant_type=client_credentials"]);
}
