// Every screen of the console in light, dark and phone width: pictures for people, axe-core and the width for machines.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { startPartner, startReceiver, stopServers } from './partner.mjs';
import { card, DESKTOP, heading, PHONE, picture, press, settled, Setup, until } from './setup.mjs';

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const NEWCOMER = 'nia.newcomer@harbourlane.example';  // who sees no job yet

let folder;
let partner;
let receiver;
let setup;
let ids;

// An administrator authorizes the application, which gets tokens.
async function connect({ clientId, clientSecret }) {
    const verifier = randomBytes(32).toString('base64url');
    const query = new URLSearchParams({
        response_type: 'code', client_id: clientId, redirect_uri: `${partner.origin}/callback`, scope: 'jobs_read', state: 'x',
        code_challenge: createHash('sha256').update(verifier).digest('base64url'), code_challenge_method: 'S256',
    });
    await setup.as('ADMINISTRATOR', async (page) => {
        await page.goto(`${setup.address}/identity/oauth/allow?${query}`);
        await press(page, 'Authorize');
        await heading(page, 'Connected').waitFor();
        const answer = await fetch(`${setup.address}/identity/oauth/token`, {
            method: 'POST', headers: { Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
            body: new URLSearchParams({ grant_type: 'authorization_code', code: new URL(page.url()).searchParams.get('code'), code_verifier: verifier }),
        });
        assert.equal(answer.status, 200, await answer.text());
    });
}

// The id of a delivery to a subscription that is active.
async function deliver() {
    const { api } = setup;
    const { id } = await api('POST', '/webhooks-api/v201907/subscriptions', { callbackUrl: receiver.callbackUrl, events: ['job.created'] });
    await api('POST', `/webhooks-api/v201907/subscriptions/${id}/secret-key`);
    await api('PUT', `/webhooks-api/v201907/subscriptions/${id}/activation`, {});
    await setup.addJob('Delivered', { published: false });
    const [callback] = await until(async () => {
        const log = await api('GET', `/webhooks-api/v201907/subscriptions/${id}/callbacks-log`);
        return log.length > 0 && log;
    });
    return { hook: id, callback: callback.id };
}

// Something of everything, so that no screen is empty.
before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'callboard-receiver-'));
    receiver = await startReceiver(folder);
    partner = await startPartner();
    setup = await Setup.start({ words: receiver.options, others: [partner.origin] });
    const { api } = setup;
    const { content: jobs } = await api('GET', '/jobs?limit=100');
    const counts = await Promise.all(jobs.map(async ({ id }) => (await api('GET', `/applications?jobId=${id}&limit=1`)).totalFound));
    const job = jobs[counts.indexOf(Math.max(...counts))];
    const { content: [{ candidate, job: applied }] } = await api('GET', '/applications?status=INTERVIEW&limit=1');
    const offer = await api('POST', `/candidates/${candidate.id}/jobs/${applied.id}/offers`, { properties: { salary: '38000 GBP' } });
    const subscription = await api('POST', '/webhooks-api/v201907/subscriptions', { callbackUrl: 'https://example.com/hooks', events: ['job.created', 'application.created'] });
    const app = await api('POST', '/identity/applications', { name: 'Kitchen Planner', redirectUris: [`${partner.origin}/callback`], scopes: ['jobs_read'], confidential: true });
    await connect(app);
    const delivery = await deliver();
    const group = await api('POST', '/configuration/access-groups', { name: 'Bristol kitchens' });
    const report = (await api('GET', '/reporting-api/v201804/reports')).content[0];
    const { reportFileId } = await api('POST', `/reporting-api/v201804/reports/${report.reportId}/files`);
    await until(async () => (await api('GET', `/reporting-api/v201804/files/${reportFileId}`)).reportFileStatus === 'COMPLETED');
    const own = await api('POST', '/reporting-api/v201804/reports', { name: 'Jobs of this year', rowEntityTypeId: 'JOB' });
    const user = (await api('GET', '/user-api/v201804/users?q=priya')).content[0];
    await api('POST', `/user-api/v201804/access-groups/${group.id}/users`, [user.id]);
    const [event] = (await api('GET', '/audit-api/v201910/audit-events?limit=1')).content;
    const [ad] = await api('GET', `/jobs/${job.id}/jobads`);
    await setup.command({ input: `${setup.password}\n` }, 'user', 'add', '--company', 'harbourlane', '--email', NEWCOMER, '--first-name', 'Nia',
                        '--last-name', 'Newcomer', '--role', 'STANDARD', '--password-stdin');
    const process = (await api('GET', '/configuration/hiring-processes')).content[0];
    const jobProperty = await api('POST', '/configuration/job-properties', { label: 'Terrace', category: 'job', visible: true });
    for (const label of ['North', 'South']) await api('POST', `/configuration/job-properties/${jobProperty.id}/values`, { label });
    const candidateProperty = await api('POST', '/configuration/candidate-properties', { label: 'Uniform size', type: 'SINGLE_SELECT', availability: { context: ['PROFILE'] }, values: [{ label: 'Small' }, { label: 'Large' }] });
    await api('PUT', '/configuration/application-form', {
        questions: [{ id: crypto.randomUUID(), label: 'Do you have a driving licence?', fields: [{ id: 'value', label: 'Licence', type: 'RADIO', values: [{ id: 'yes', label: 'Yes' }, { id: 'no', label: 'No' }] }] }],
        consents: [{ scope: 'SINGLE', label: 'You may store my data for two years.' }], privacyPolicies: [{ url: 'https://example.com/privacy', orgName: 'Example' }],
    });
    ids = { ...delivery, group: group.id, own: own.reportId, event: event.id, ad: ad.id, process: process.id, jobProperty: jobProperty.id, candidateProperty: candidateProperty.id, job: job.id, candidate: candidate.id, applied: applied.id, offer: offer.id, subscription: subscription.id, client: app.clientId, report: report.reportId, file: reportFileId, user: user.id };
});
after(async () => {
    await setup?.stop();
    stopServers(receiver, partner);
    if (folder) await rm(folder, { recursive: true });
});

// Every screen: the name of its pictures, its address, what waits for it beyond its heading.
const SCREENS = [
    ['today', () => '/'],
    ['jobs', () => '/jobs'],
    ['jobs-filtered', () => '/jobs?filter=status%3ASOURCING'],
    ['jobs-none', () => '/jobs?filter=nothing-like-this'],
    ['job-new', () => '/jobs/new'],
    ['job', () => `/jobs/${ids.job}`],
    ['job-ads', () => `/jobs/${ids.job}?tab=ads`],
    ['job-ad-form', () => `/jobs/${ids.job}?tab=ads&ad=${ids.ad}`],
    ['job-publication', () => `/jobs/${ids.job}?tab=publication`],
    ['job-form', () => `/jobs/${ids.job}?tab=form`],
    ['job-team', () => `/jobs/${ids.job}?tab=team`],
    ['job-positions', () => `/jobs/${ids.job}?tab=positions`],
    ['job-history', () => `/jobs/${ids.job}?tab=history`],
    ['job-insights', () => `/jobs/${ids.job}?tab=insights`],
    ['job-edit', () => `/jobs/${ids.job}/edit`],
    ['pipeline', () => `/jobs/${ids.job}/pipeline`, (page) => card(page, '.*').first().waitFor()],
    ['pipeline-filtered', () => `/jobs/${ids.job}/pipeline?filter=status%3AINTERVIEW`],
    ['candidates', () => '/candidates'],
    ['candidate-beside', () => `/candidates/${ids.candidate}`],
    ['candidate', () => `/candidates/${ids.candidate}/profile`],
    ['candidate-timeline', () => `/candidates/${ids.candidate}/profile?tab=timeline`],
    ['candidate-properties', () => `/candidates/${ids.candidate}/profile?tab=properties`],
    ['candidate-answers', () => `/candidates/${ids.candidate}/profile?tab=answers`],
    ['candidate-edit', () => `/candidates/${ids.candidate}/edit`],
    ['candidate-new', () => '/candidates/new'],
    ['offers', () => '/offers'],
    ['offer', () => `/offers/${ids.candidate}/${ids.applied}/${ids.offer}`],
    ['offer-edit', () => `/offers/${ids.candidate}/${ids.applied}/${ids.offer}?edit=terms`],
    ['offer-new', () => `/offers/${ids.candidate}/${ids.applied}/new`],
    ['reports', () => '/reports'],
    ['insights', () => '/reports/insights'],
    ['report-new', () => '/reports/new'],
    ['report', () => `/reports/${ids.report}`],
    ['report-definition', () => `/reports/${ids.own}?tab=definition`],
    ['report-edit', () => `/reports/${ids.own}/edit`],
    ['report-file', () => `/reports/${ids.report}/files/${ids.file}`],
    ['report-chart', () => `/reports/${ids.report}/files/${ids.file}?show=chart`],
    ['applications', () => '/developers/applications'],
    ['application', () => `/developers/applications/${ids.client}`],
    ['application-connections', () => `/developers/applications/${ids.client}?tab=connections`, (page) => page.getByRole('row', { name: /Ines Okafor/ }).waitFor()],
    ['application-edit', () => `/developers/applications/${ids.client}?tab=edit`],
    ['application-new', () => '/developers/applications/new'],
    ['credentials', () => '/developers/credentials'],
    ['webhooks', () => '/developers/webhooks'],
    ['webhook', () => `/developers/webhooks/${ids.subscription}`],
    ['webhook-keys', () => `/developers/webhooks/${ids.subscription}?tab=keys`],
    ['webhook-edit', () => `/developers/webhooks/${ids.subscription}?tab=edit`],
    ['webhook-delivery', () => `/developers/webhooks/${ids.hook}/${ids.callback}`, (page) => page.getByRole('region', { name: 'Delivery' }).getByRole('region', { name: 'Request' }).waitFor()],
    ['webhook-new', () => '/developers/webhooks/new'],
    ['usage', () => '/developers/usage'],
    ['settings', () => '/settings'],
    ['profile', () => '/settings/profile'],
    ['users', () => '/settings/users'],
    ['user-new', () => '/settings/users/new'],
    ['user', () => `/settings/users/${ids.user}`],
    ['company', () => '/settings/company'],
    ['departments', () => '/settings/departments'],
    ['groups', () => '/settings/groups'],
    ['group', () => `/settings/groups/${ids.group}`],
    ['sign-on', () => '/settings/single-sign-on'],
    ['careers-page', () => '/settings/careers-page'],
    ['hiring-processes', () => '/settings/hiring-processes'],
    ['hiring-process', () => `/settings/hiring-processes/${ids.process}`],
    ['reasons', () => '/settings/reasons'],
    ['sources', () => '/settings/sources?type=JOB_BOARD'],
    ['types-of-employment', () => '/settings/types-of-employment'],
    ['type-of-employment', () => '/settings/types-of-employment/contract'],
    ['job-properties', () => '/settings/job-properties'],
    ['job-property', () => `/settings/job-properties/${ids.jobProperty}`],
    ['candidate-properties', () => '/settings/candidate-properties'],
    ['candidate-property', () => `/settings/candidate-properties/${ids.candidateProperty}`],
    ['offer-properties', () => '/settings/offer-properties'],
    ['application-form', () => '/settings/application-form'],
    ['erasure-requests', () => '/settings/erasure-requests'],
    ['audit-log', () => '/settings/audit'],
    ['audit-event', () => `/settings/audit/${ids.event}`],
    ['not-found', () => '/nothing-here'],
    ['dialog-position', () => `/jobs/${ids.job}?tab=positions`, opens('Add a position')],
    ['dialog-move', () => `/candidates/${ids.candidate}/profile`, opensBy('m')],
    ['dialog-delete', () => `/candidates/${ids.candidate}/profile`, opensBy('Shift+d')],
    ['dialog-question', () => '/settings/application-form', opens('Add a question')],
    ['dialog-credential', () => '/developers/credentials', opens('Create a credential')],
    ['dialog-test-event', () => `/developers/webhooks/${ids.hook}`, opensBy('t')],
    ['dialog-recover', () => `/developers/webhooks/${ids.hook}`, opens('Recover deliveries')],
    ['dialog-deactivate', () => `/settings/users/${ids.user}`, opens('Deactivate')],
    ['dialog-keys', () => '/jobs', opensBy('?')],
    ['dialog-palette', () => '/jobs', opensBy('Control+k')],
];

function opens(button) {
    return async (page) => {
        await page.getByRole('main').getByRole('button', { name: button, exact: true }).first().click();
        await page.getByRole('dialog').waitFor();
    };
}

function opensBy(key) {
    return async (page) => {
        await page.keyboard.press(key);
        await page.getByRole('dialog').waitFor();
    };
}

// The other theme has other colors only.
const VIEWS = [
    ['light', 'light', DESKTOP, undefined],
    ['dark', 'dark', DESKTOP, ['color-contrast']],
    ['phone', 'light', PHONE, undefined],
    ['phone-dark', 'dark', PHONE, ['color-contrast']],
];

async function faultsOf(page, rules) {
    await page.evaluate(AXE);  // not by the page itself, whose policy would refuse it
    const found = await page.evaluate((runOnly) => window.axe.run(document, { resultTypes: ['violations'], runOnly }), rules);
    return found.violations.filter(({ impact }) => ['serious', 'critical'].includes(impact))
        .flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary.split('\n')[1]?.trim()}`));
}

// Colors have changed: no transition is under way, and the new ones are on the screen.
async function painted(page) {
    await page.evaluate(async () => {
        await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {})));
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    });
}

// The widest element that reaches beyond the window, if the page scrolls sideways.
function tooWide() {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    const wide = [...document.querySelectorAll('body *')].filter((element) => element.getBoundingClientRect().right > innerWidth + 1);
    return wide.slice(-3).map((element) => `wider than the window: ${element.outerHTML.slice(0, 120)}`);
}

async function assertLooks(page, name, path, ready) {
    await page.setViewportSize(DESKTOP);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.open(path);
    await settled(page);
    await ready?.(page);
    const faults = [];
    for (const [look, colorScheme, viewport, rules] of VIEWS) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.setViewportSize(viewport);
        await settled(page);
        await painted(page);
        await picture(page, `${name}-${look}`);
        const found = [...await page.evaluate(tooWide), ...await faultsOf(page, rules)];
        faults.push(...found.map((fault) => `${look}: ${fault}`));
    }
    assert.deepEqual(faults, []);
}

test('Every screen in every look', { concurrency: false }, (t) => setup.as('ADMINISTRATOR', async (page) => {
    for (const [name, address, ready] of SCREENS) await t.test(name, () => assertLooks(page, name, address(), ready));
}, { expected: /status of 404/ }));

test('The first screen of somebody who sees no job', () => setup.as(NEWCOMER, (page) =>
    assertLooks(page, 'first-run', '/', () => heading(page, 'Welcome to Callboard', 2).waitFor())));

test('The theme that a user chooses stays', () => setup.as('ADMINISTRATOR', async (page) => {
    await page.open('/jobs');
    await settled(page);
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await background();
    await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    const dark = await background();
    assert.notEqual(dark, light);
    await page.reload();
    await settled(page);
    assert.equal(await background(), dark);
}));
