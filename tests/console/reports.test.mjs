// Reports in the console: build, run, view as table and chart, schedule, download.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';

import { commandsIn, field, heading, notice, picture, press, Setup } from './setup.mjs';

let setup;

before(async () => { setup = await Setup.start(); });
after(() => setup?.stop());

test('An administrator builds a report, runs it, looks at it and schedules it', () => setup.as('ADMINISTRATOR', async (page) => {
    await page.open('/reports');
    await page.locator('main').getByText('Create a report').first().click();
    await heading(page, 'Create a report').waitFor();
    await press(page, 'Create a report');
    await page.getByText('is required').first().waitFor();
    await field(page, 'Name').fill('Jobs by department');
    await field(page, 'Area').selectOption('JOB');
    const columns = page.getByRole('group', { name: 'Columns' }).getByRole('listitem');
    await columns.first().waitFor();
    const count = await columns.count();
    await columns.nth(1).getByRole('button', { name: /^Move .* up$/ }).click();
    await columns.last().getByRole('button', { name: /^Remove / }).click();
    assert.equal(await columns.count(), count - 1);
    await picture(page, 'journey-report-form');
    await press(page, 'Create a report');
    await heading(page, 'Jobs by department').waitFor();

    await press(page, 'Run');
    await notice(page, 'The report is being generated').waitFor();
    await page.getByText('Ready', { exact: true }).last().waitFor();
    await page.getByRole('link', { name: 'View' }).first().click();
    await page.getByRole('grid', { name: 'Table' }).getByRole('row').nth(2).waitFor();
    await picture(page, 'journey-report-table');
    await press(page, 'Chart');
    await page.locator('main canvas, main svg').first().waitFor();
    await picture(page, 'journey-report-chart');
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download CSV' }).click()]);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n');
    assert.ok(lines.length > 20, `${lines.length} lines`);
    const [command] = await commandsIn(page, page.locator('main'));
    const [[name, saved]] = Object.entries(await setup.curl(command));
    assert.match(name, /^Jobs-by-department-.*\.csv$/);
    assert.deepEqual(saved.trim().split('\n'), lines);

    const [, id] = new URL(page.url()).pathname.match(/reports\/([^/]+)/);
    await page.open(`/reports/${id}/edit`);
    await page.getByLabel('Run automatically').check();
    await page.getByLabel('How often').selectOption({ label: 'Every month' });
    await page.getByLabel('Time', { exact: true }).fill('07:30');
    await press(page, 'Save');
    await notice(page, 'Report saved').waitFor();
    await page.getByText(/of every month.*at 07:30/).first().waitFor();
    await picture(page, 'journey-report-scheduled');
    const report = await setup.api('GET', `/reporting-api/v201804/reports/${id}`);
    assert.equal(report.schedule.frequency, 'MONTHLY');
    assert.deepEqual(report.schedule.schedulingTime.from, { hour: 7, minute: 30 });
    assert.equal(report.columns.length, count - 1);
}));

test('Two administrators change one report: the second one sees what the first has changed', () => setup.as('ADMINISTRATOR', async (page) => {
    const { content } = await setup.api('GET', '/reporting-api/v201804/reports?limit=1000');
    const area = content.find(({ rowEntityTypeId, creatorId }) => rowEntityTypeId === 'JOB' && creatorId === undefined);
    const columns = area.columns.slice(0, 3).map(({ dataPointId }) => ({ dataPointId }));
    const report = await setup.api('POST', '/reporting-api/v201804/reports', { name: 'Shared', rowEntityTypeId: 'JOB', columns, reportFormats: ['CSV'] });
    const address = `/reporting-api/v201804/reports/${report.reportId}`;
    await page.open(`/reports/${report.reportId}/edit`);
    await field(page, 'Name').fill('Mine');
    await setup.api('PUT', address, { name: 'Theirs', rowEntityTypeId: 'JOB', columns: columns.slice(0, 2), reportFormats: ['CSV'] });
    await press(page, 'Save');
    const conflict = page.getByRole('alert').filter({ hasText: 'Changed by somebody else' });
    await conflict.getByRole('row', { name: /Name Shared Theirs Mine/ }).waitFor();
    await conflict.getByRole('row', { name: new RegExp(`^Columns .*${area.columns[2].dataPointName}`) }).waitFor();
    await picture(page, 'conflict-report');
    await conflict.getByRole('button', { name: 'Save mine' }).click();
    await notice(page, 'Report saved').waitFor();
    const saved = await setup.api('GET', address);
    assert.deepEqual([saved.name, saved.columns.length], ['Mine', 2], 'what I did not touch is theirs');
}));

test('Insights show charts, and the same as tables', () => setup.as('ADMINISTRATOR', async (page) => {
    await page.open('/reports/insights');
    await heading(page, 'Insights').waitFor();
    await page.locator('main canvas, main svg').first().waitFor();
    await page.getByRole('button', { name: 'Show as table' }).first().click();
    await page.getByRole('table').first().waitFor();
    await picture(page, 'insights-table');
}));

test('A value of a filter may have commas, and the report has only the rows with it', () => setup.as('ADMINISTRATOR', async (page) => {
    const title = 'Chef, head of the pier';
    await setup.addJob(title, { published: false });
    await setup.addJob('Chef', { published: false });
    await page.open('/reports/new');
    await field(page, 'Name').fill('Chefs');
    await field(page, 'Area').selectOption('JOB');
    await press(page, 'Add a filter');
    const filter = page.locator('.condition');
    await filter.getByLabel('Column').selectOption('title');
    await filter.getByLabel('Values').focus();
    await page.keyboard.type(title);
    await page.keyboard.press('Enter');
    await filter.getByRole('button', { name: `Remove ${title}` }).waitFor();
    await press(page, 'Create a report');
    await heading(page, 'Chefs').waitFor();
    const { content } = await setup.api('GET', '/reporting-api/v201804/reports?limit=1000');
    assert.deepEqual(content.find(({ name }) => name === 'Chefs').filters[0].rowValues.values, [title]);
    await press(page, 'Run');
    await page.getByRole('link', { name: 'View' }).first().click();
    const rows = page.getByRole('grid', { name: 'Table' }).getByRole('row');
    await rows.filter({ hasText: title }).waitFor();
    assert.equal(await rows.count(), 2);  // the head and the row
}));
