// Offers in the console, from draft to answer.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { heading, notice, picture, press, Setup } from './setup.mjs';

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
