// Calls as real clients of the API send them: with their repetitions, omissions and spellings. `keep` stores members of a
// response; {name} in a later path or body is replaced by the stored value.
import { randomUUID } from 'node:crypto';

const JSON_PATCH = 'application/json-patch+json';
const MERGE_PATCH = 'application/merge-patch+json';
const WEBHOOKS = '/webhooks-api/v201907/subscriptions';
const REPORTS = '/reporting-api/v201804';

const job = {
    title: 'Pastry Chef',
    industry: { id: 'restaurants' },
    function: { id: 'production' },
    experienceLevel: { id: 'entry_level' },
    location: { countryCode: 'us', city: 'Atlanta', latitude: '33.7', longitude: '-84.3', manual: false },
    jobAd: { sections: { jobDescription: { title: 'The work', text: '<p>Cakes</p>' } }, language: { code: 'en' } },
    properties: [],
};
const person = {
    firstName: 'Grace',
    lastName: 'Hopper',
    email: 'grace.{run}@recorded.example',
    location: { country: 'United States', countryCode: 'us', city: 'Atlanta', lat: 33.7, lng: -84.3 },
    education: [{ institution: 'Yale', degree: 'PhD', current: false, startDate: '1928', endDate: '1934-06' }],
    experience: [],
    tags: ['compiler'],
};
const position = { type: 'NEW', positionOpenDate: '2030-01-01T00:00:00.000Z', targetStartDate: '2030-03-01T00:00:00Z' };

export const RECORDED = [
    { call: 'GET /user-api/v201804/users/me', keep: { me: 'id' } },
    { call: 'GET /users/me' },
    { call: 'GET /user-api/v201804/users?limit=2' },
    { call: 'GET /user-api/v201804/system-roles' },
    { call: 'GET /user-api/v201804/access-groups' },
    {
        call: 'POST /user-api/v201804/users', status: 201, keep: { user: 'id' },
        body: { email: 'ida.{run}@recorded.example', firstName: 'Ida', lastName: 'Rhodes', systemRole: { id: 'STANDARD' },
                location: { countryCode: 'us', city: 'Rockville' } },
    },
    {
        call: 'PATCH /user-api/v201804/users/{user}', type: JSON_PATCH,
        body: [{ op: 'add', path: '/location/city', value: 'Bethesda' },
               { op: 'replace', path: '/language/code', value: 'pl' }],
    },
    { call: 'PUT /user-api/v201804/users/{user}/activation', status: 204, body: {} },
    { call: 'DELETE /user-api/v201804/users/{user}/activation', status: 204 },

    { call: 'GET /jobs?limit=2&sort=job_id', keep: { page: 'nextPageId' } },
    { call: 'GET /jobs?limit=2&sort=job_id&pageId={page}' },
    { call: 'GET /jobs?limit=100&updatedAfter=2020-01-01T00:00:00.000Z&statuses=SOURCING&statuses=OFFER' },
    { call: 'GET /jobs?q=cook&city=Bristol&city=Lisbon' },
    { call: 'POST /jobs', status: 201, body: job, keep: { job: 'id' } },
    { call: 'GET /jobs/{job}' },
    { call: 'PUT /jobs/{job}', body: { ...job, title: 'Head Pastry Chef' } },
    {
        call: 'PATCH /jobs/{job}', type: JSON_PATCH,
        body: [{ op: 'add', path: '/compensation', value: { min: 20, max: 30, currency: 'USD' } }],
    },
    { call: 'PUT /jobs/{job}/status', status: 201, body: { status: 'ON_HOLD' } },
    { call: 'GET /jobs/{job}/status/history' },
    { call: 'PUT /jobs/{job}/note', body: { content: 'Ask the chef.' } },
    { call: 'GET /jobs/{job}/note' },
    { call: 'GET /jobs/{job}/hiring-team' },
    { call: 'POST /jobs/{job}/positions', status: 201, body: position, keep: { position: 'id' } },
    { call: 'GET /jobs/{job}/positions' },
    { call: 'DELETE /jobs/{job}/positions/{position}', status: 204 },
    { call: 'POST /jobs/{job}/publication', status: 204, body: {} },
    { call: 'POST /jobs/{job}/publication', status: 204 },
    { call: 'GET /jobs/{job}/publication?activeOnly=false' },
    { call: 'GET /jobs/{job}/jobads', keep: { ad: '0.id' } },
    { call: 'GET /jobs/{job}/jobads/{ad}/postings' },
    { call: 'DELETE /jobs/{job}/publication', status: 204 },
    { call: 'GET /jobs/{job}/approvals/latest', status: 404 },
    { call: 'PATCH /jobs/{job}/headcount', status: 403, body: { salaryRange: { min: 1, max: 2, currency: 'USD' } } },

    { call: 'GET /candidates?limit=1', keep: { page: 'nextPageId' } },
    { call: 'GET /candidates?limit=1&pageId={page}' },
    { call: 'GET /candidates?status=NEW&status=LEAD&tag=compiler&updatedAfter=2020-01-01T00:00:00.000Z' },
    { call: 'POST /candidates', status: 201, body: person },
    { call: 'POST /jobs/{job}/candidates', status: 201, body: person, keep: { candidate: 'id' } },
    { call: 'GET /candidates/{candidate}' },
    { call: 'PATCH /candidates/{candidate}', type: MERGE_PATCH, body: { phoneNumber: '+1 555 0100', web: null } },
    { call: 'GET /candidates/{candidate}/jobs/{job}' },
    { call: 'PUT /candidates/{candidate}/jobs/{job}/status', status: 204, body: { status: 'INTERVIEW' } },
    { call: 'GET /candidates/{candidate}/jobs/{job}/status/history' },
    { call: 'GET /candidates/{candidate}/jobs/{job}/onboardingStatus' },
    {
        call: 'PUT /candidates/{candidate}/jobs/{job}/onboardingStatus', status: 204,
        body: { onboardingStatus: 'READY_TO_ONBOARD' },
    },
    { call: 'GET /candidates/{candidate}/jobs/{job}/onboardingStatus' },
    { call: 'GET /candidates/{candidate}/jobs/{job}/properties?context=PROFILE' },
    { call: 'GET /candidates/{candidate}/jobs/{job}/screening-answers' },
    { call: 'POST /candidates/{candidate}/tags', status: 201, body: { tags: ['navy'] } },
    { call: 'GET /candidates/{candidate}/consent' },
    { call: 'GET /candidates/{candidate}/consents' },
    { call: 'GET /candidates/{candidate}/jobs/{job}/offers' },
    { call: 'GET /offers?status=CREATED&status=APPROVED&limit=5' },
    { call: 'GET /offers' },

    { call: 'GET /configuration/company' },
    { call: 'GET /configuration/departments' },
    { call: 'GET /configuration/hiring-processes' },
    { call: 'GET /configuration/rejection-reasons' },
    { call: 'GET /configuration/sources' },
    { call: 'GET /configuration/candidate-properties' },
    { call: 'GET /configuration/offer-properties' },

    {
        call: `POST ${WEBHOOKS}`, status: 201, keep: { subscription: 'id' },
        body: { callbackUrl: 'https://hooks.example.com/x', events: ['job.created', { name: 'job.updated', version: 'v1' }],
                callbackAuthentication: { type: 'header', headerName: 'X-Secret', headerValue: 'hush' } },
    },
    { call: `GET ${WEBHOOKS}?limit=1` },
    { call: `POST ${WEBHOOKS}/{subscription}/secret-key`, status: 201, body: {} },
    { call: `GET ${WEBHOOKS}/{subscription}/secret-key` },
    { call: `PATCH ${WEBHOOKS}/{subscription}`, type: MERGE_PATCH, body: { events: ['job.created'] } },
    { call: `GET ${WEBHOOKS}/{subscription}/callbacks-log?callbackStatus=failed` },
    { call: `DELETE ${WEBHOOKS}/{subscription}`, status: 204 },

    { call: `GET ${REPORTS}/reports?limit=3`, keep: { report: 'content.0.reportId' } },
    { call: `POST ${REPORTS}/reports/{report}/files` },
    { call: `GET ${REPORTS}/reports/{report}/files` },
    { call: 'GET /analytics/positions' },
    { call: 'GET /analytics/jobs', headers: { Accept: 'text/csv' } },
    { call: 'GET /audit-api/v201910/audit-events?limit=5&entityType=JOB&entityType=CANDIDATE' },

    { call: 'DELETE /candidates/{candidate}', status: 204 },
    { call: 'GET /candidates/{candidate}', status: 404 },
    { call: 'GET /jobs?limit=0', status: 400, invalid: true },
    { call: 'POST /jobs', status: 422, body: { title: '' }, invalid: true },
];

const filled = (text, known, encode = encodeURIComponent) => text.replaceAll(/\{(\w+)\}/g, (_, name) => encode(known[name]));

// Sends all calls in order; `check` gets each with its response.
export async function replay(address, key, recorded, check) {
    const known = { run: randomUUID() };
    for (const { call, body, type = 'application/json', headers = {}, status = 200, keep = {}, ...more } of recorded) {
        const [method, path] = filled(call, known).split(' ');
        const sent = body && { 'Content-Type': type };
        const answer = await fetch(address + path, {
            method,
            headers: { 'X-SmartToken': key, ...sent, ...headers },
            body: body && filled(JSON.stringify(body), known, String),
        });
        const text = await answer.text();
        await check({ call, status, ...more }, answer, text);
        for (const [name, place] of Object.entries(keep))
            known[name] = place.split('.').reduce((at, step) => at[step], JSON.parse(text));
    }
}
