// Calls of a TypeScript program with the types of openapi-typescript.
import createClient from 'openapi-fetch';

import type { components, paths } from './schema.js';

declare const process: { env: Record<string, string | undefined> };

const client = createClient<paths>({
    baseUrl: process.env['CALLBOARD_URL'] ?? '',
    headers: { 'X-SmartToken': process.env['CALLBOARD_KEY'] ?? '' },
});

function good<T>({ data, response }: { data?: T; response: Response }): T {
    if (!response.ok || data === undefined) throw new Error(`${response.url}: ${response.status}`);
    return data;
}

const input: components['schemas']['JobInput'] = {
    title: 'Typed Cook',
    industry: { id: 'restaurants' },
    function: { id: 'production' },
    experienceLevel: { id: 'entry_level' },
    location: { countryCode: 'us', city: 'Atlanta' },
};
const job: components['schemas']['JobDetails'] = good(await client.POST('/jobs', { body: input }));
const posting: components['schemas']['PostingStatus'] = job.postingStatus;
if (posting !== 'NOT_PUBLISHED') throw new Error(posting);

const path = { jobId: job.id };
const published = await client.POST('/jobs/{jobId}/publication', { params: { path } });
if (published.response.status !== 204) throw new Error(`publication: ${published.response.status}`);

const jobs = good(await client.GET('/jobs', { params: { query: { statuses: ['SOURCING', 'OFFER'], limit: 1 } } }));
const next: string | null = jobs.nextPageId;
if (next === null) throw new Error('there is more than one job');

const candidates = good(await client.GET('/candidates', { params: { query: { status: ['NEW', 'INTERVIEW'] } } }));
const consents: components['schemas']['ConsentStatus'][] = candidates.content.map(({ consent }) => consent.status);
if (!consents.length) throw new Error('there are candidates');

const offers = good(await client.GET('/offers', { params: { query: { limit: 5 } } }));
const offerStatuses: components['schemas']['OfferStatus'][] = offers.content.map(({ status }) => status);
if (!offerStatuses.length) throw new Error('there are offers');

const subscription = good(await client.POST('/webhooks-api/v201907/subscriptions', {
    body: { callbackUrl: 'https://hooks.example.com/typed', events: ['job.created', { name: 'job.updated' }] },
}));
const key = good(await client.POST('/webhooks-api/v201907/subscriptions/{subscriptionId}/secret-key', {
    params: { path: { subscriptionId: subscription.id } }, body: {},
}));
if (!key.secretKey) throw new Error('there is a key');

const patched = good(await client.PATCH('/jobs/{jobId}', {
    params: { path }, body: [{ op: 'replace', path: '/title', value: 'Typed Chef' }],
}));
if (patched.title !== 'Typed Chef') throw new Error(patched.title);

const refused = await client.GET('/jobs/{jobId}', { params: { path: { jobId: 'nonsense' } } });
const code: string | undefined = refused.error?.errors[0]?.code;
if (refused.response.status !== 404 || code !== 'JOB_NOT_FOUND') throw new Error(`${refused.response.status} ${code}`);
