import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { at } from "../api/address";
import { useResource, type Resource } from "../api/cache";
import { AsCurl } from "../parts/AsCurl";
import { Button } from "../parts/Button";
import { Empty } from "../parts/Empty";
import { Loaded } from "../parts/Loaded";
import { useKeys } from "../parts/Shortcuts";
import { Text } from "../parts/Text";
import { parts } from "../parts/words";
import { href, useQuery } from "../router";
import { credentialList } from "./routes";
import { Limits } from "./Limits";
import { UsageCharts } from "./UsageCharts";
import { UsageOperations } from "./UsageOperations";
import { kPeriods, percent, startOf, totalsOf, type Period, type Usage as UsageAnswer } from "./usage_series";
import { developers } from "./words";

const words = developers.usage;
const periods = Object.keys(kPeriods) as Period[];

export default function Usage() {
    const [periodText, setPeriod] = useQuery("period", "day");
    const [application, setApplication] = useQuery("application");
    const [operation, setOperation] = useQuery("operation");
    const [round, setRound] = useState(0);
    const period = periods.find((one) => one === periodText) ?? "day";
    const from = useMemo(() => startOf(period, new Date()), [period, round]);
    const address = at("/usage", { from, applicationId: application });
    const usage = useResource(address, { keep: true });
    const narrow = operation === "" ? address : at("/usage", { from, applicationId: application, operation });
    const narrowed = useResource(operation === "" ? null : narrow);  // those of another operation are not kept: they would have its name
    const charted = operation === "" ? usage : narrowed;
    const reload = () => {
        setRound(round + 1);
        usage.reload();
        if (operation !== "") charted.reload();
    };
    useKeys(parts.thisScreen, { r: { title: words.reload, run: reload } });
    return (
        <article class="screen">
            <header class="screen-head">
                <h1>{words.title}</h1>
                <div class="buttons">
                    <label>{words.period}{" "}
                        <select value={period} onChange={(event) => setPeriod(event.currentTarget.value)}>
                            {periods.map((one) => <option key={one} value={one}>{words.periods[one]}</option>)}
                        </select>
                    </label>
                    <Button onClick={reload} keys="r" busy={usage.stale && usage.error === undefined}>{words.reload}</Button>
                    <AsCurl request={{ method: "GET", url: narrow }} />
                    <Button kind="quiet" href="/docs">{words.docs}</Button>
                </div>
            </header>
            <Loaded resource={usage} lines={12}>{(data) => <Shown usage={data} charted={charted} {...{ application, operation }} onApplication={setApplication} onOperation={setOperation} />}</Loaded>
        </article>
    );
}

interface ApplicationsProps {
    readonly usage: UsageAnswer;
    readonly application: string;
    readonly onApplication: (id: string) => void;
}

interface ShownProps extends ApplicationsProps {
    readonly charted: Resource<UsageAnswer>;  // of the operation, if one is chosen
    readonly operation: string;
    readonly onOperation: (operation: string) => void;
}

function Shown({ usage, charted, application, operation, onApplication, onOperation }: ShownProps) {
    const charts = useRef<HTMLDivElement>(null);
    useEffect(() => { if (operation !== "") charts.current?.scrollIntoView({ block: "nearest" }); }, [operation]);
    const totals = totalsOf(usage.series);
    const chosen = usage.applications.find((one) => one.id === application);
    return (
        <>
            {application !== "" && (
                <p>{words.application}: <span class="chip"><Text>{chosen?.name ?? (chosen ? words.deleted : application)}</Text><button type="button" aria-label={words.all} onClick={() => onApplication("")}>×</button></span></p>
            )}
            <div class="numbers">
                <div class="panel">{words.calls}<strong>{totals.calls.toLocaleString()}</strong></div>
                <div class="panel">{words.refused}<strong>{totals.refused.toLocaleString()}</strong><small class="quiet">{words.refusedShare(percent(totals.refused, totals.calls))}</small></div>
                <div class="panel">{words.failed}<strong>{totals.failed.toLocaleString()}</strong><small class="quiet">{words.failedShare(percent(totals.failed, totals.calls))}</small></div>
            </div>
            <Limits usage={usage} />
            {totals.calls === 0 ? <Empty title={words.emptyTitle}><p>{words.emptyText}</p><Button href={href(credentialList)}>{developers.credentials.title}</Button></Empty> : (
                <>
                    <div ref={charts}>
                        {operation !== "" && <p>{words.operation}: <span class="chip"><Text>{operation}</Text><button type="button" aria-label={words.allOperations} onClick={() => onOperation("")}>×</button></span></p>}
                        <Loaded resource={charted} lines={12}>{(data) => <UsageCharts usage={data} />}</Loaded>
                    </div>
                    <UsageOperations operations={usage.operations} chosen={operation} onChoose={onOperation} />
                </>
            )}
            <Applications usage={usage} application={application} onApplication={onApplication} />
        </>
    );
}

function Applications({ usage: { applications }, application, onApplication }: ApplicationsProps) {
    if (applications.length === 0) return null;
    return (
        <>
            <h2>{words.applications}</h2>
            <div class="wide-table">
                <table>
                    <thead><tr><th scope="col">{words.application}</th><th scope="col" class="end">{words.calls}</th><th scope="col" class="end">{words.refused}</th></tr></thead>
                    <tbody>
                        {applications.map((one) => (
                            <tr key={one.id}>
                                <td>
                                    <button type="button" class="link" aria-pressed={one.id === application} onClick={() => onApplication(one.id === application ? "" : one.id)}>
                                        <Text>{one.name ?? words.deleted}</Text>
                                    </button>{" "}<small class="quiet">{one.id}</small>
                                </td>
                                <td class="end">{one.calls.toLocaleString()}</td>
                                <td class="end">{one.refused.toLocaleString()}</td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            </div>
        </>
    );
}
