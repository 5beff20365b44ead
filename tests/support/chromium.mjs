// How tests run Debian's Chromium, and what must not happen in it.

export const LAUNCH = {
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
           '--disable-component-update', '--disable-sync'],
};

export const TIMEOUT_MS = 120_000;  // long, because tests also run on busy machines

// A list that fills with errors in the browser and requests to other servers than these origins. Violations of the
// Content-Security-Policy are errors, too.
export function watchProblems(context, origins) {
    const problems = [];
    context.on('request', (request) => {
        const { origin, protocol } = new URL(request.url());
        if (protocol !== 'data:' && !origins().includes(origin)) problems.push(`request to ${origin}`);
    });
    context.on('requestfailed', (request) => {
        const { errorText } = request.failure();
        const aborted = errorText === 'net::ERR_ABORTED';  // by navigating to the next page
        if (!aborted) problems.push(`${request.url()}: ${errorText}`);
    });
    context.on('weberror', (event) => problems.push(String(event.error())));
    context.on('console', (message) => {
        if (message.type() === 'error') problems.push(`${message.location().url}: ${message.text()}`);
    });
    return problems;
}
