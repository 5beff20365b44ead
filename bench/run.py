#!/usr/bin/env python3
"""Measures the server against its peers, in one run, and prints ratios. See docs/benchmarks.md.

The server runs on one core, the load on another, the two alternating; figures of CPU time per request do not depend on the
speed of the load generator. Arguments: names of measures; without any, all of them.
"""
import sys

from measures import attacks, authentication, candidates, console, jobs, mails, postings, provisioning, reports, server, soak, streams, throttling, webhooks

# In the order in which all of them run. A measure is named as its function.
MEASURES = {measure.__name__: measure for measure in (
    server.http, postings.postings, postings.careers, postings.apply, jobs.post_sqlite, jobs.post_postgres, jobs.job_lists, jobs.publications, authentication.refresh,
    authentication.bearer, throttling.throttle, throttling.throttled_request, throttling.too_many, throttling.shared_limits,
    throttling.fairness, authentication.sign_in, provisioning.provisioning, mails.mails, server.memory, server.start, server.build,
    candidates.candidate_lists, candidates.candidate_posts, candidates.moves, candidates.growth, console.console, webhooks.webhooks, streams.event_streams,
    reports.reports, attacks.attacks)}

# Those that run only when they are named.
LONG = {measure.__name__: measure for measure in (soak.soak,)}


def main(wanted):
    for name in wanted:
        if name not in MEASURES | LONG:
            sys.exit(f"there is no measure {name}; there are: {' '.join(MEASURES | LONG)}")
    for name in wanted:
        (MEASURES | LONG)[name]()


if __name__ == "__main__":
    main(sys.argv[1:] or list(MEASURES))
