import { useEffect, useRef, useState } from "preact/hooks";
import { at } from "../api/address";
import { useResource } from "../api/cache";
import type { RequestDescription } from "../api/curl";
import { ConflictError, faultsByField } from "../api/errors";
import { ReportInput as schema } from "../api/schemas";
import type { ReportColumn, ReportInput } from "../api/types";
import { useLeaveGuard } from "../leave_guard";
import { AsCurl } from "../parts/AsCurl";
import { Button } from "../parts/Button";
import { askToDiscard } from "../parts/Confirm";
import { Field, type FieldLayout } from "../parts/Field";
import type { AfterSubmit } from "../parts/Form";
import { Loaded } from "../parts/Loaded";
import { RequestId } from "../parts/RequestId";
import { useKeys } from "../parts/Shortcuts";
import { toastError } from "../parts/Toast";
import { parts } from "../parts/words";
import { ColumnPicker } from "./ColumnPicker";
import { FilterEditor } from "./FilterEditor";
import { Grantees } from "./Grantees";
import { ReportConflict } from "./ReportConflict";
import { areasOf, isComplete } from "./report_input";
import { ScheduleEditor } from "./ScheduleEditor";
import { reports as words } from "./words";

export interface ReportEditorProps {
    readonly value: ReportInput;
    readonly before?: ReportInput;     // what was there when it was opened
    readonly onTheirs?: () => void;    // of a conflict: what was typed is discarded
    readonly submit: string;
    readonly onSubmit: (body: ReportInput, options: { overwrite: boolean }) => Promise<AfterSubmit>;
    readonly onCancel: () => void;
    readonly request: (body: ReportInput) => RequestDescription;
}

type Faults = ReadonlyMap<string, string>;
const kPaths = ["/name", "/rowEntityTypeId", "/columns", "/filters", "/reportFormats", "/grantees", "/schedule"];

function check(body: ReportInput): Faults {
    const faults = new Map<string, string>();
    if (body.name.trim() === "") faults.set("/name", parts.required);
    if (body.rowEntityTypeId === "") faults.set("/rowEntityTypeId", parts.required);
    if (body.columns?.length === 0) faults.set("/columns", words.form.noColumns);
    if (body.reportFormats?.length === 0) faults.set("/reportFormats", parts.required);
    if (body.filters?.some((filter) => !isComplete(filter))) faults.set("/filters", words.form.incomplete);
    return faults;
}

export function ReportEditor({ value, before = value, onTheirs, submit, onSubmit, onCancel, request }: ReportEditorProps) {
    const all = useResource(at("/reporting-api/v201804/reports", { limit: 1000 }));
    const [body, setBody] = useState(value);
    const [faults, setFaults] = useState<Faults>(new Map());
    const [others, setOthers] = useState<readonly string[]>([]);
    const [failure, setFailure] = useState<unknown>();
    const [theirs, setTheirs] = useState<ReportInput>();
    const [busy, setBusy] = useState(false);
    const [attempts, setAttempts] = useState(0);
    const { release } = useLeaveGuard(JSON.stringify(body) !== JSON.stringify(value), askToDiscard);

    const form = useRef<HTMLFormElement>(null);
    const mounted = useRef(true);
    useEffect(() => () => { mounted.current = false; }, []);
    useEffect(() => {  // a fault may be out of sight
        const first = form.current?.querySelector<HTMLElement>("[aria-invalid], [role=alert]");
        first?.scrollIntoView({ block: "center" });
        if (first?.matches("input, select")) first.focus();
    }, [attempts]);

    const save = async (overwrite: boolean) => {
        const found = check(body);
        setFaults(found);
        setOthers([]);
        if (found.size > 0) setAttempts(attempts + 1);
        if (found.size > 0 || busy) return;
        setBusy(true);
        setTheirs(undefined);
        try {
            const close = await onSubmit(body, { overwrite });
            if (!mounted.current) return;
            release();
            await close?.();
        } catch (error) {
            if (!mounted.current) return toastError(error);
            if (error instanceof ConflictError) setTheirs(error.current as ReportInput);
            else {
                const { fields, others: rest } = faultsByField(error, [...kPaths, ...(body.filters ?? []).map((_, index) => `/filters/${index}`)]);
                setFaults(fields);
                setOthers(rest);
                setFailure(error);
            }
            setAttempts(attempts + 1);
        } finally {
            if (mounted.current) setBusy(false);
        }
    };
    useKeys(parts.thisScreen, { "Ctrl+Enter": { title: submit, run: () => void save(false) } });
    const discard = (current: ReportInput) => {
        setBody(current);
        setTheirs(undefined);
        onTheirs?.();
    };
    const change = (part: Partial<ReportInput>) => {
        setBody({ ...body, ...part });
        setFaults(new Map([...faults].filter(([path]) => !((path.split("/")[1] ?? "") in part))));
    };
    const field = (layout: FieldLayout, key: "name" | "rowEntityTypeId" | "reportFormats", onChange: (next: unknown) => void) => (
        <Field field={layout} schema={schema.properties?.[key]} required value={body[key]} fault={faults.get(layout.path)} onChange={onChange} />
    );
    return (
        <Loaded resource={all}>
            {({ content }) => {
                const areas = areasOf(content);
                const columns: readonly ReportColumn[] = areas.find((area) => area.rowEntityTypeId === body.rowEntityTypeId)?.columns ?? [];
                const chooseArea = (next: unknown) => {
                    const area = areas.find((one) => one.rowEntityTypeId === next);
                    change({ rowEntityTypeId: String(next ?? ""), columns: (area?.columns ?? []).map(({ dataPointId }) => ({ dataPointId })), filters: [] });
                };
                return (
                    <form ref={form} class="form" noValidate onSubmit={(event) => { event.preventDefault(); void save(false); }}>
                        <div class="fields">
                            {field({ path: "/name", label: words.name }, "name", (next) => change({ name: String(next ?? "") }))}
                            {field({ path: "/rowEntityTypeId", label: words.area, help: words.form.areaHelp, options: areas.map((area) => ({ value: area.rowEntityTypeId, title: area.name })) }, "rowEntityTypeId", chooseArea)}
                        </div>
                        {body.rowEntityTypeId === "" ? <p class="quiet">{words.form.chooseArea}</p> : (
                            <>
                                <ColumnPicker columns={columns} chosen={body.columns ?? []} fault={faults.get("/columns")} onChange={(next) => change({ columns: next })} />
                                <FilterEditor columns={columns} filters={body.filters ?? []} faultOf={(place) => faults.get(`/filters${place}`)} onChange={(next) => change({ filters: next })} />
                            </>
                        )}
                        <div class="fields">
                            {field({ path: "/reportFormats", label: words.formats, kind: "choices", options: [{ value: "CSV", title: words.format.CSV }, { value: "EXCEL", title: words.format.EXCEL }] },
                                "reportFormats", (next) => change({ reportFormats: next as NonNullable<ReportInput["reportFormats"]> }))}
                        </div>
                        <ScheduleEditor schedule={body.schedule} fault={faults.get("/schedule")} onChange={(schedule) => {
                            const { schedule: _, ...rest } = body;
                            setBody(schedule === undefined ? rest : { ...rest, schedule });
                        }} />
                        <Grantees users={body.grantees ?? []} fault={faults.get("/grantees")} onChange={(grantees) => change({ grantees })} />
                        {others.length > 0 && <div class="notice bad" role="alert">{others.map((fault) => <p key={fault} class="text">{fault}</p>)}<RequestId error={failure} /></div>}
                        {theirs && <ReportConflict areas={areas} before={before} theirs={theirs} mine={body} onMine={() => void save(true)} onTheirs={() => discard(theirs)} />}
                        <div class="buttons">
                            <Button type="submit" kind="primary" busy={busy} keys="Ctrl Enter">{busy ? parts.saving : submit}</Button>
                            <Button onClick={onCancel}>{parts.cancel}</Button>
                            <AsCurl request={request(body)} />
                        </div>
                    </form>
                );
            }}
        </Loaded>
    );
}
