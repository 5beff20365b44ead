// Offers in the console, from draft to answer.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { commandsIn, faultOf, field, heading, notice, picture, press, saveOverTheirs, Setup, until } from './setup.mjs';

let setup;

before(async () => { setup = await Setup.start({ words: ['--sandbox'] }); });  // mails can be read
after(() => setup?.stop());

test('A recruiter makes an offer and sends it, and the candidate accepts', () => setup.as('EXTENDED', async (page) => {
    const job = await setup.addJob('Chef de Partie');
    const person = await setup.addApplicant(job, 'Margaret', 'Hamilton');
    await setup.move(person, job, 'INTERVIEW');
    await page.open(`/candidates/${person.id}/profile`);
    await page.getByRole('link', { name: 'Create offer' }).click();
    await heading(page, 'Create offer').waitFor();
    await page.getByLabel(/salary.*amount/i).first().fill('38000');
    await page.getByLabel(/salary.*currency/i).first().selectOption('GBP');
    await page.getByLabel(/start date|first day/i).first().fill('2030-02-01');
    await picture(page, 'journey-offer-form');
    await press(page, 'Create offer');
    await notice(page, 'Offer created').waitFor();
    await picture(page, 'journey-offer-draft');

    await press(page, 'Send to the candidate');
    const dialog = page.getByRole('dialog', { name: 'Send the offer to Margaret Hamilton?' });
    await dialog.getByRole('button', { name: 'Send to the candidate' }).click();
    await page.getByText('Sent', { exact: true }).first().waitFor();
    await page.getByRole('link', { name: /^Download: Offer/ }).waitFor();
    await picture(page, 'journey-offer-sent');
    assert.equal(await setup.statusOf(person, job), 'OFFERED');

    const { email } = await setup.api('GET', `/candidates/${person.id}`);
    const { link } = await setup.mailTo(email);
    await setup.as(null, async (theirs) => {
        await theirs.goto(link);
        await picture(theirs, 'journey-offer-candidate');
        await theirs.getByRole('button', { name: 'Accept' }).click();
        await theirs.getByRole('heading', { level: 1 }).waitFor();
    });
    await page.getByText('Accepted', { exact: true }).first().waitFor();  // live
    const { content: [offer] } = await setup.api('GET', `/candidates/${person.id}/jobs/${job.id}/offers`);
    assert.equal(offer.status, 'ACCEPTED');
    await picture(page, 'journey-offer-accepted');

    await page.open('/offers');
    await page.getByRole('row', { name: /Margaret Hamilton.*Accepted/ }).waitFor();
}, { expected: /documents: .* 409/ }));  // there is no letter yet

test('What the API says of a term is beside its field, in a new offer and in a draft', () => setup.as('EXTENDED', async (page) => {
    const job = await setup.addJob('Saucier');
    const person = await setup.addApplicant(job, 'Barbara', 'Liskov');
    const offers = `/candidates/${person.id}/jobs/${job.id}/offers`;
    const invalid = page.locator('[aria-invalid=true]');
    const { api } = setup;
    await page.open(`/offers/${person.id}/${job.id}/new`);
    await field(page, 'Yearly bonus').fill('150');
    await field(page, 'Region of work').fill('Bristol');
    await press(page, 'Create offer');
    await invalid.nth(1).waitFor();
    assert.equal(await faultOf(page, 'Yearly bonus'), 'must be a number from 0 to 100');
    assert.equal(await faultOf(page, 'Region of work'), 'must be a region code, such as us-wa');
    assert.equal(await page.locator('form [role=alert]').count(), 0);
    await picture(page, 'offer-faults');
    await field(page, 'Yearly bonus').fill('15');
    await field(page, 'Region of work').fill('gb-bst');
    await press(page, 'Create offer');
    await notice(page, 'Offer created').waitFor();

    const { content: [offer] } = await api('GET', offers);
    await page.open(`/offers/${person.id}/${job.id}/${offer.id}?edit=terms`);
    await field(page, 'Yearly bonus').fill('101');
    await press(page, 'Save');
    await invalid.waitFor();
    assert.equal(await faultOf(page, 'Yearly bonus'), 'must be a number from 0 to 100');
    assert.deepEqual((await api('GET', `${offers}/${offer.id}`)).properties, { bonus: '15', region: 'gb-bst' });
}, { expected: /status of 400|approvals/ }));

test('Terms that somebody else has changed are shown, and the first ones can be saved again', () => setup.as('EXTENDED', async (page) => {
    const job = await setup.addJob('Entremetier');
    const person = await setup.addApplicant(job, 'Karen', 'Jones');
    const offers = `/candidates/${person.id}/jobs/${job.id}/offers`;
    const { id } = await setup.api('POST', offers, { properties: { remarks: 'First' } });
    await page.open(`/offers/${person.id}/${job.id}/${id}?edit=terms`);
    await saveOverTheirs(page, 'Remarks', 'First', (remarks) => setup.api('PATCH', `${offers}/${id}`, { properties: { remarks } }));
    await notice(page, 'Terms saved').waitFor();
    assert.equal((await setup.api('GET', `${offers}/${id}`)).properties.remarks, 'First');
}, { expected: /approvals/ }));

test('An approval, which is final, is asked for and given only after a question with its request', () => setup.as('EXTENDED', async (page) => {
    const job = await setup.addJob('Tournant');
    const person = await setup.addApplicant(job, 'Jean', 'Bartik');
    const offers = `/candidates/${person.id}/jobs/${job.id}/offers`;
    const { id } = await setup.api('POST', offers, { properties: { salary: '38000 GBP' } });
    const status = async () => (await setup.api('GET', `${offers}/${id}`)).status;
    await page.open(`/offers/${person.id}/${job.id}/${id}`);
    await page.getByRole('button', { name: 'Ask for approval' }).waitFor();
    const steps = await commandsIn(page, page.locator('main header').first());
    assert.deepEqual(steps.map((command) => /"status": "(\w+)"/.exec(command)?.[1]), ['PENDING_ACCEPTANCE', 'PENDING_APPROVAL', 'ABANDONED']);
    for (const [key, title, action, next] of [['q', 'Ask for approval?', 'Ask for approval', 'PENDING_APPROVAL'], ['a', 'Approve the offer?', 'Approve', 'APPROVED']]) {
        const before = await status();
        const dialog = page.getByRole('dialog', { name: title });
        await page.keyboard.press(key);
        await press(dialog, 'as curl');
        await page.getByRole('dialog').getByText(`"status": "${next}"`).first().waitFor();
        await page.keyboard.press('Escape');
        await press(dialog, 'Cancel');
        assert.equal(await status(), before);
        await page.keyboard.press(key);
        await press(dialog, action);
        await until(async () => await status() === next);
        await page.getByRole('button', { name: action, exact: true }).waitFor({ state: 'detached' });
    }
}, { expected: /approvals/ }));

test('The mail of an offer is sent again to another address, and only if there is no valid link', () => setup.as('EXTENDED', async (page) => {
    const job = await setup.addJob('Rotisseur');
    const person = await setup.addApplicant(job, 'Frances', 'Spence');
    const { id } = await setup.api('POST', `/candidates/${person.id}/jobs/${job.id}/offers`, { properties: { salary: '38000 GBP' } });
    await setup.api('PATCH', `/candidates/${person.id}/jobs/${job.id}/offers/${id}`, { status: 'PENDING_ACCEPTANCE' });
    const mailsTo = async (address) => (await setup.api('GET', '/sandbox/mails')).mails.filter((mail) => mail.to === address && mail.link);
    await until(async () => (await mailsTo(person.email)).length === 1);
    const email = `${crypto.randomUUID()}@example.com`;
    await setup.api('PATCH', `/candidates/${person.id}`, { email });

    await page.open(`/offers/${person.id}/${job.id}/${id}`);
    const dialog = page.getByRole('dialog', { name: 'Send the mail to Frances Spence again?' });
    await press(page, 'Send the mail again');
    await press(dialog, 'Cancel');
    await dialog.waitFor({ state: 'detached' });
    assert.equal((await mailsTo(email)).length, 0);
    for (let attempt = 0; attempt < 2; ++attempt) {
        await page.getByRole('button', { name: 'Send the mail again' }).waitFor();
        await page.keyboard.press('s');
        await dialog.getByText('Otherwise nothing is sent.').waitFor();
        await press(dialog, 'Send the mail again');
        await notice(page, 'a mail with a valid link').waitFor();
        await until(async () => (await mailsTo(email)).length > 0);
        await page.reload();  // without the message
    }
    const mails = await mailsTo(email);
    assert.equal(mails.length, 1);
    await setup.as(null, async (theirs) => {
        await theirs.goto(mails[0].link);
        await theirs.getByRole('button', { name: 'Decline' }).click();
        await theirs.getByRole('heading', { level: 1 }).waitFor();
    });
    await page.getByText('Declined', { exact: true }).first().waitFor();  // live
}, { expected: /approvals/ }));
