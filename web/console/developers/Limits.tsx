import { rateLimits } from "../api/rate_limits";
import { Time } from "../parts/Time";
import { peakOf, type Usage } from "./usage_series";
import { developers } from "./words";

const words = developers.usage;
const rate = (value: number) => (value < 0.1 ? "< 0.1" : value.toLocaleString(undefined, { maximumFractionDigits: 1 }));

// How far the busiest step was from the limit, and what the own session has left now.
export function Limits({ usage }: { usage: Usage }) {
    const { requestsPerSecond, concurrency } = usage.limits;
    const peak = peakOf(usage);
    const session = rateLimits.value;
    return (
        <section class="panel" aria-labelledby="usage-limits">
            <h2 id="usage-limits">{words.limits}</h2>
            <dl class="facts">
                <div>
                    <dt>{words.perSecond}</dt>
                    <dd>
                        {requestsPerSecond === undefined ? words.noLimit : <Meter label={words.perSecond} value={peak?.perSecond ?? 0} limit={requestsPerSecond} text={`${requestsPerSecond}`} />}{" "}
                        <small class="quiet">{peak === undefined ? words.quiet : <>{words.peak(rate(peak.perSecond))}, <Time at={peak.time} as="exact" /></>}</small>
                    </dd>
                </div>
                <div><dt>{words.concurrency}</dt><dd>{concurrency ?? words.noLimit}</dd></div>
                {session && (
                    <div>
                        <dt>{words.lastAnswer}</dt>
                        <dd>
                            <Meter label={words.perSecond} value={session.limit - session.remaining} limit={session.limit} text={`${words.perSecond}: ${words.remaining(session.remaining, session.limit)}`} />
                            <Meter label={words.concurrency} value={session.concurrentLimit - session.concurrentRemaining} limit={session.concurrentLimit}
                                text={`${words.concurrency}: ${words.remaining(session.concurrentRemaining, session.concurrentLimit)}`} />
                        </dd>
                    </div>
                )}
            </dl>
            <p class="quiet">{words.limitsHelp} <a href="/docs/limits">{words.limitsGuide}</a></p>
        </section>
    );
}

function Meter({ label, value, limit, text }: { label: string; value: number; limit: number; text: string }) {
    return <span class="meter"><meter aria-label={label} min={0} max={limit} low={limit * 0.6} high={limit * 0.85} optimum={0} value={Math.min(value, limit)} /><span class="number">{text}</span></span>;
}
