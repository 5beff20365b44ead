// Every screen of the console in light, dark and phone width: pictures for people, axe-core and the width for machines.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';

import { card, DESKTOP, PHONE, picture, settled, Setup, until } from './setup.mjs';

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let setup;
let ids;

// Something of everything, so that no screen is empty.
before(async () => {
    setup = await Setup.start();
    const { api } = setup;
    const { content: jobs } = await api('GET', '/jobs?limit=100');
    const counts = await Promise.all(jobs.map(async ({ id }) => (await api('GET', `/applications?jobId=${id}&limit=1`)).totalFound));
    const job = jobs[counts.indexOf(Math.max(...counts))];
    const { content: [{ candidate, job: applied }] } = await api('GET', '/applications?status=INTERVIEW&limit=1');
    const offer = await api('POST', `/candidates/${candidate.id}/jobs/${applied.id}/offers`, { properties: { salary: '38000 GBP' } });
    const subscription = await api('POST', '/webhooks-api/v201907/subscriptions', { callbackUrl: 'https://example.com/hooks', events: ['job.created', 'application.created'] });
    const app = await api('POST', '/identity/applications', { name: 'Kitchen Planner', redirectUris: ['https://example.com/callback'], scopes: ['jobs_read'], confidential: true });
    const report = (await api('GET', '/reporting-api/v201804/reports')).content[0];
    const { reportFileId } = await api('POST', `/reporting-api/v201804/reports/${report.reportId}/files`);
    await until(async () => (await api('GET', `/reporting-api/v201804/files/${reportFileId}`)).reportFileStatus === 'COMPLETED');
    const user = (await api('GET', '/user-api/v201804/users?q=priya')).content[0];
    const process = (await api('GET', '/configuration/hiring-processes')).content[0];
    const jobProperty = await api('POST', '/configuration/job-properties', { label: 'Terrace', category: 'job', visible: true });
    for (const label of ['North', 'South']) await api('POST', `/configuration/job-properties/${jobProperty.id}/values`, { label });
    const candidateProperty = await api('POST', '/configuration/candidate-properties', { label: 'Uniform size', type: 'SINGLE_SELECT', availability: { context: ['PROFILE'] }, values: [{ label: 'Small' }, { label: 'Large' }] });
    await api('PUT', '/configuration/application-form', {
        questions: [{ id: crypto.randomUUID(), label: 'Do you have a driving licence?', fields: [{ id: 'value', label: 'Licence', type: 'RADIO', values: [{ id: 'yes', label: 'Yes' }, { id: 'no', label: 'No' }] }] }],
        consents: [{ scope: 'SINGLE', label: 'You may store my data for two years.' }], privacyPolicies: [{ url: 'https://example.com/privacy', orgName: 'Example' }],
    });
    ids = { process: process.id, jobProperty: jobProperty.id, candidateProperty: candidateProperty.id, job: job.id, candidate: candidate.id, applied: applied.id, offer: offer.id, subscription: subscription.id, client: app.clientId, report: report.reportId, file: reportFileId, user: user.id };
});
after(() => setup?.stop());

// Every screen: the name of its pictures, its address, what waits for it beyond its heading.
const SCREENS = [
    ['today', () => '/'],
    ['jobs', () => '/jobs'],
    ['jobs-filtered', () => '/jobs?filter=status%3ASOURCING'],
    ['jobs-none', () => '/jobs?filter=nothing-like-this'],
    ['job-new', () => '/jobs/new'],
    ['job', () => `/jobs/${ids.job}`],
    ['job-ads', () => `/jobs/${ids.job}?tab=ads`],
    ['job-publication', () => `/jobs/${ids.job}?tab=publication`],
    ['job-form', () => `/jobs/${ids.job}?tab=form`],
    ['job-team', () => `/jobs/${ids.job}?tab=team`],
    ['job-positions', () => `/jobs/${ids.job}?tab=positions`],
    ['job-history', () => `/jobs/${ids.job}?tab=history`],
    ['job-insights', () => `/jobs/${ids.job}?tab=insights`],
    ['job-edit', () => `/jobs/${ids.job}/edit`],
    ['pipeline', () => `/jobs/${ids.job}/pipeline`, (page) => card(page, '.*').first().waitFor()],
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
    ['offer-new', () => `/offers/${ids.candidate}/${ids.applied}/new`],
    ['reports', () => '/reports'],
    ['insights', () => '/reports/insights'],
    ['report-new', () => '/reports/new'],
    ['report', () => `/reports/${ids.report}`],
    ['report-file', () => `/reports/${ids.report}/files/${ids.file}`],
    ['report-chart', () => `/reports/${ids.report}/files/${ids.file}?show=chart`],
    ['applications', () => '/developers/applications'],
    ['application', () => `/developers/applications/${ids.client}`],
    ['application-new', () => '/developers/applications/new'],
    ['credentials', () => '/developers/credentials'],
    ['webhooks', () => '/developers/webhooks'],
    ['webhook', () => `/developers/webhooks/${ids.subscription}`],
    ['webhook-keys', () => `/developers/webhooks/${ids.subscription}?tab=keys`],
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
    ['sign-on', () => '/settings/single-sign-on'],
    ['careers-page', () => '/settings/careers-page'],
    ['hiring-processes', () => '/settings/hiring-processes'],
    ['hiring-process', () => `/settings/hiring-processes/${ids.process}`],
    ['reasons', () => '/settings/reasons'],
    ['sources', () => '/settings/sources?type=JOB_BOARD'],
    ['job-properties', () => '/settings/job-properties'],
    ['job-property', () => `/settings/job-properties/${ids.jobProperty}`],
    ['candidate-properties', () => '/settings/candidate-properties'],
    ['candidate-property', () => `/settings/candidate-properties/${ids.candidateProperty}`],
    ['offer-properties', () => '/settings/offer-properties'],
    ['application-form', () => '/settings/application-form'],
    ['erasure-requests', () => '/settings/erasure-requests'],
    ['audit-log', () => '/settings/audit'],
    ['not-found', () => '/nothing-here'],
];

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

test('Every screen in every look', { concurrency: false }, (t) => setup.as('ADMINISTRATOR', async (page) => {
    for (const [name, address, ready] of SCREENS) {
        await t.test(name, async () => {
            await page.setViewportSize(DESKTOP);
            await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
            await page.open(address());
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
        });
    }
}, { expected: /status of 404/ }));

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
