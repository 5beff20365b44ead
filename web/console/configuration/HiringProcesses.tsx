import { at } from "../api/address";
import { drop, useResource } from "../api/cache";
import { send } from "../api/client";
import { HiringProcessInput as schema } from "../api/schemas";
import type { HiringProcess } from "../api/types";
import { Differences } from "../jobs/Differences";
import { AsCurl } from "../parts/AsCurl";
import { Badge } from "../parts/Badge";
import { Button } from "../parts/Button";
import { confirm } from "../parts/Confirm";
import { Code } from "../parts/Copy";
import { Empty } from "../parts/Empty";
import type { FieldLayout } from "../parts/Field";
import { Form } from "../parts/Form";
import { Loaded } from "../parts/Loaded";
import { useKeys } from "../parts/Shortcuts";
import { Split } from "../parts/Split";
import { Table, type Column } from "../parts/Table";
import { Text } from "../parts/Text";
import { toast, toastError } from "../parts/Toast";
import { parts } from "../parts/words";
import { go, href, type ScreenProps } from "../router";
import { may } from "../session";
import { hiringProcesses } from "../settings/routes";
import { bodyOf, emptyProcess, formOf, kStages, placeInForm, repeatedSteps, stepsText, withStages, type ProcessForm, type Step } from "./hiring_steps";
import { Steps } from "./Steps";
import { useEditing } from "./use_editing";
import { configuration } from "./words";

const words = configuration.process;
const kNew = "new";
const list = at("/configuration/hiring-processes");
const changes = [{ prefix: list }, { prefix: "/jobs/" }];  // pipelines have the steps as columns

const columns: readonly Column<HiringProcess>[] = [
    { key: "name", title: configuration.name, width: "2fr", cell: (process) => <><Text>{process.name}</Text> {process.default && <Badge tone="accent">{words.default}</Badge>} {!process.active && <Badge>{words.inactive}</Badge>}</> },
    { key: "steps", title: words.steps, width: "5rem", end: true, cell: (process) => kStages.reduce((sum, stage) => sum + process.subStatuses[stage].length, 0) },
];

export default function HiringProcesses({ params: { hiringProcessId } }: ScreenProps<"/settings/hiring-processes/{hiringProcessId?}">) {
    const processes = useResource(list);
    const mayChange = may("changeConfiguration");
    const create = () => void go(href(hiringProcesses, { hiringProcessId: kNew }));
    useKeys(parts.thisScreen, { c: { title: words.create, run: create } }, mayChange);
    return (
        <Split label={words.one} onClose={() => void go(href(hiringProcesses))} list={
            <article class="screen fill">
                <header class="screen-head">
                    <h1>{words.title}</h1>
                    <div class="buttons"><AsCurl request={{ method: "GET", url: list }} />{mayChange && <Button kind="primary" keys="c" onClick={create}>{words.create}</Button>}</div>
                </header>
                <p class="quiet">{words.text}</p>
                <Loaded resource={processes}>
                    {({ content }) => <Table label={words.title} rows={content} columns={columns} keyOf={(process) => process.id} openKey={hiringProcessId} onOpen={(process) => void go(href(hiringProcesses, { hiringProcessId: process.id }))} empty={<Empty title={words.emptyTitle} />} />}
                </Loaded>
            </article>}
            detail={hiringProcessId === undefined ? null : hiringProcessId === kNew ? <NewProcess /> : <Detail key={hiringProcessId} hiringProcessId={hiringProcessId} />} />
    );
}

function layoutFor(isDefault: boolean): FieldLayout[] {
    return [
        { path: "/name", label: configuration.name },
        { path: "/default", label: words.isDefault, kind: "checkbox", disabled: isDefault, help: isDefault ? words.defaultStays : words.defaultHelp },
        { path: "/active", label: words.active, kind: "checkbox", disabled: isDefault },
        ...kStages.map((stage): FieldLayout => ({
            path: `/steps/${stage}`, label: configuration.stages[stage], required: true, textOf: (value) => stepsText(value as readonly Step[]),
            render: (value, onChange) => <Steps stage={stage} steps={(value as readonly Step[] | undefined) ?? []} onChange={onChange} />,
        })),
    ];
}

function refuseRepeated(form: ProcessForm): void {
    const [repeated] = repeatedSteps(form);
    if (repeated !== undefined) throw new Error(words.repeated(repeated));
}

function NewProcess() {
    const create = async (typed: Partial<ProcessForm>) => {
        const form = withStages(typed);
        refuseRepeated(form);
        const made = await send("POST", list, bodyOf(form), { changes });
        toast(configuration.created(made.name));
        return () => go(href(hiringProcesses, { hiringProcessId: made.id }));
    };
    return (
        <article>
            <header class="screen-head"><h2>{words.create}</h2></header>
            <Form<ProcessForm> schema={schema} layout={layoutFor(false)} value={emptyProcess} submit={configuration.create} onSubmit={create} placeOf={placeInForm} onCancel={() => void go(href(hiringProcesses))}
                request={(typed) => ({ method: "POST", url: list, body: bodyOf(withStages(typed)) })} />
        </article>
    );
}

function Detail({ hiringProcessId }: { hiringProcessId: string }) {
    const process = useResource(at("/configuration/hiring-processes/{hiringProcessId}", { hiringProcessId }));
    return (
        <Loaded resource={process} lines={10}>
            {(data) => (
                <article>
                    <header class="screen-head"><h2><Text>{data.name}</Text></h2>{data.default && <Badge tone="accent">{words.default}</Badge>}</header>
                    {may("changeConfiguration") ? <Editor opened={data} version={process.version} /> : <Facts process={data} />}
                    <p>{configuration.id} <Code>{data.id}</Code></p>
                </article>
            )}
        </Loaded>
    );
}

function Facts({ process }: { process: HiringProcess }) {
    const { steps } = formOf(process);
    return <dl class="facts">{kStages.map((stage) => <div key={stage}><dt>{configuration.stages[stage]}</dt><dd><Text>{stepsText(steps[stage]) || words.noSteps}</Text></dd></div>)}</dl>;
}

function Editor({ opened, version }: { opened: HiringProcess; version: string | undefined }) {
    const address = at("/configuration/hiring-processes/{hiringProcessId}", { hiringProcessId: opened.id });
    const editing = useEditing({ method: "PUT", address, opened, version, formOf, bodyOf: (form) => bodyOf(withStages(form)), changes });
    const layout = layoutFor(editing.value.default);
    const save = async (typed: ProcessForm, options: { overwrite: boolean }) => {
        refuseRepeated(withStages(typed));
        await editing.save(withStages(typed), options);
        toast(configuration.saved);
    };
    const remove = async () => {
        if (!(await confirm({ title: configuration.deleteTitle(opened.name), text: words.deleteText, action: configuration.delete, danger: true, request: { method: "DELETE", url: address } }))) return;
        try {
            await send("DELETE", address, undefined);
            toast(configuration.deleted(opened.name));
            await go(href(hiringProcesses));
            changes.forEach(drop);  // after leaving: the page itself would ask for what is gone
        } catch (error) {
            toastError(error);
        }
    };
    return (
        <>
            <Form<ProcessForm> schema={schema} layout={layout} value={editing.value} onSubmit={save} placeOf={placeInForm} onTheirs={editing.onTheirs} request={(typed) => ({ method: "PUT", url: address, body: bodyOf(withStages(typed)) })}
                differences={(current, typed) => <Differences layout={layout} before={editing.before} theirs={current as ProcessForm} mine={typed} />} />
            <p class="quiet">{words.removedSteps}</p>
            {!editing.value.default && <Button kind="danger" onClick={() => void remove()}>{words.delete}</Button>}
        </>
    );
}
