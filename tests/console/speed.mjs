// How fast the console is for the person in front of it. Prints figures as JSON; ./dev bench console calls it.
//
//     node speed.mjs ADDRESS EMAIL PASSWORD JOB WORD...    JOB has many applications, WORDs are looked for letter by letter
import { chromium } from 'playwright-core';

import { LAUNCH } from '../support/chromium.mjs';

const [, , address, email, password, job, ...searched] = process.argv;
const ROUNDS = 7;
const VIEWPORT = { width: 1440, height: 900 };
const FRAME_MS = 1000 / 60;

function median(values) {
    return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

// Runs in the page before its own code: notes when the screen shows its data, when an answer arrives, and every frame.
function watch() {
    window.marks = { shown: undefined, answers: new Map(), typed: 0 };
    const look = () => {
        const ready = document.querySelector('main h1') && !document.querySelector('main .skeleton, main [aria-busy=true]');
        if (ready && window.marks.shown === undefined) requestAnimationFrame(() => setTimeout(() => { window.marks.shown ??= performance.now(); }));
        if (window.marks.shown === undefined) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    document.addEventListener('input', () => { window.marks.typed = performance.now(); }, true);
    const fetched = window.fetch;
    window.fetch = async (resource, options) => {
        const answer = await fetched(resource, options);
        const text = new URL(String(resource?.url ?? resource), location.href).searchParams.get('q');
        if (text !== null) answer.clone().text().then(() => requestAnimationFrame(() => setTimeout(() => window.marks.answers.set(text, performance.now()))));
        return answer;
    };
}

// Durations of the frames until stop() is called.
function startFrames() {
    window.frames_ = [];
    let last = performance.now();
    const each = (now) => {
        window.frames_.push(now - last);
        last = now;
        window.frameId = requestAnimationFrame(each);
    };
    window.frameId = requestAnimationFrame(each);
}

function stopFrames() {
    cancelAnimationFrame(window.frameId);
    return window.frames_.slice(1);
}

function figuresOf(frames) {
    const dropped = frames.reduce((sum, frame) => sum + Math.max(0, Math.round(frame / FRAME_MS) - 1), 0);
    return { frames: frames.length, dropped, longestMs: Math.round(Math.max(...frames)) };
}

const browser = await chromium.launch(LAUNCH);
const signIn = await browser.newContext();
const form = await signIn.newPage();
await form.goto(`${address}/identity/sign-in?to=%2Fidentity%2Fsecurity`);
await form.getByLabel('E-mail').fill(email);
await form.getByLabel('Password').fill(password);
await form.getByRole('button', { name: 'Sign in' }).click();
await form.waitForURL('**/identity/security');
const storageState = await signIn.storageState();
await signIn.close();

// A new context has an empty cache.
async function cold(path, ready = async () => {}) {
    const context = await browser.newContext({ viewport: VIEWPORT, storageState });
    const page = await context.newPage();
    await page.addInitScript(watch);
    await page.goto(`${address}/console${path}`);
    await page.waitForFunction(() => window.marks.shown !== undefined);
    await ready(page);
    return page;
}

async function firstView() {
    const times = [];
    let bytes;
    for (let round = 0; round < ROUNDS; ++round) {
        const page = await cold('/');
        times.push(await page.evaluate(() => window.marks.shown));
        bytes = await page.evaluate(() => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
            .filter(({ name }) => /\/(console|assets)\b/.test(new URL(name).pathname)).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0));
        await page.context().close();
    }
    return { medianMs: Math.round(median(times)), compressedBytes: bytes };
}

async function pipeline() {
    const times = [];
    for (let round = 0; round < ROUNDS; ++round) {
        const page = await cold(`/jobs/${job}/pipeline`, (opened) => opened.locator('.card').first().waitFor());
        times.push(await page.evaluate(() => window.marks.shown));
        await page.context().close();
    }
    const page = await cold(`/jobs/${job}/pipeline`, (opened) => opened.locator('.card').first().waitFor());
    const card = page.locator('.card').first();
    const box = await card.boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.evaluate(startFrames);
    for (let step = 0; step < 120; ++step) await page.mouse.wheel(0, 120);
    const scrolling = figuresOf(await page.evaluate(stopFrames));

    await page.mouse.down();
    await page.evaluate(startFrames);
    await page.mouse.move(box.x + 900, box.y + 200, { steps: 120 });
    const dragging = figuresOf(await page.evaluate(stopFrames));
    await page.keyboard.press('Escape');
    await page.mouse.up();
    const elements = await page.evaluate(() => document.querySelectorAll('.card').length);
    await page.context().close();
    return { medianMs: Math.round(median(times)), cardsInDocument: elements, scrolling, dragging };
}

async function search() {
    const times = [];
    const page = await cold('/candidates');
    const input = page.getByRole('searchbox', { name: 'Filter' });
    for (const word of searched) {
        await input.fill('');
        for (let letters = 1; letters <= word.length; ++letters) {
            const text = word.slice(0, letters);
            await input.press(text.at(-1));
            const took = await page.waitForFunction((wanted) => window.marks.answers.has(wanted) && window.marks.answers.get(wanted) - window.marks.typed, text);
            times.push(await took.jsonValue());
        }
    }
    await page.context().close();
    return { medianMs: Math.round(median(times)), p90Ms: Math.round([...times].sort((a, b) => a - b)[Math.floor(times.length * 0.9)]), keystrokes: times.length };
}

const figures = { firstView: await firstView(), pipeline: await pipeline(), search: await search() };
await browser.close();
console.log(JSON.stringify(figures));
