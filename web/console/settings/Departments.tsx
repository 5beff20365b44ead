import { useState } from "preact/hooks";
import { at } from "../api/address";
import { useResource } from "../api/cache";
import { send } from "../api/client";
import { DepartmentInput as schema, DepartmentPatch as patchSchema } from "../api/schemas";
import type { Department, DepartmentInput, DepartmentPatch } from "../api/types";
import { useComparing } from "../configuration/use_editing";
import { Differences } from "../jobs/Differences";
import { AsCurl } from "../parts/AsCurl";
import { Button } from "../parts/Button";
import { Code } from "../parts/Copy";
import { confirm } from "../parts/Confirm";
import { Dialog } from "../parts/Dialog";
import { Empty } from "../parts/Empty";
import type { FieldLayout } from "../parts/Field";
import { Form } from "../parts/Form";
import { Loaded } from "../parts/Loaded";
import { Menu } from "../parts/Menu";
import { useKeys } from "../parts/Shortcuts";
import { Table, type Column } from "../parts/Table";
import { Text } from "../parts/Text";
import { toast, toastError } from "../parts/Toast";
import { parts } from "../parts/words";
import { may } from "../session";
import { settings as words } from "./words";

const address = at("/configuration/departments");
const layout: readonly FieldLayout[] = [
    { path: "/label", label: words.label },
    { path: "/description", label: words.departments.description, kind: "longText" },
    { path: "/id", label: words.id, help: words.departments.idHelp },
];

const editLayout: readonly FieldLayout[] = [
    { path: "/label", label: words.label, required: true, help: words.departments.labelInUse },
    { path: "/description", label: words.departments.description, kind: "longText" },
];

const columns: readonly Column<Department>[] = [
    { key: "label", title: words.label, width: "2fr", cell: (department) => <Text>{department.label}</Text> },
    { key: "description", title: words.departments.description, width: "3fr", phone: false, cell: (department) => <Text>{department.description}</Text> },
    { key: "id", title: words.id, cell: (department) => <Code>{department.id}</Code> },
];

function one(department: Department) {
    return at("/configuration/departments/{departmentId}", { departmentId: department.id });
}

async function remove(department: Department): Promise<void> {
    if (!(await confirm({ title: words.departments.deleteTitle(department.label), text: words.departments.deleteText, action: words.departments.delete, danger: true, request: { method: "DELETE", url: one(department) } }))) return;
    await send("DELETE", one(department), undefined, { changes: [{ entity: "department" }] }).then(() => toast(words.departments.deleted(department.label)), toastError);
}

export default function Departments() {
    const departments = useResource(address);
    const [creating, setCreating] = useState(false);
    const [edited, setEdited] = useState<Department>();
    const mayCreate = may("changeConfiguration");
    useKeys(parts.thisScreen, { c: { title: words.departments.create, run: () => setCreating(true) } }, mayCreate);
    const button = mayCreate && <Button kind="primary" keys="c" onClick={() => setCreating(true)}>{words.departments.create}</Button>;
    const all: readonly Column<Department>[] = mayCreate ? [...columns, { key: "actions", title: "", width: "4rem", end: true, cell: (department) => (
        <Menu label={words.departments.edit(department.label)} items={[
            { title: words.departments.editShort, onSelect: () => setEdited(department) },
            { title: words.departments.delete, danger: true, onSelect: () => void remove(department), request: { method: "DELETE", url: one(department) } },
        ]} />
    ) }] : columns;
    return (
        <article class="screen fill">
            <header class="screen-head"><h1>{words.departments.title}</h1><div class="buttons"><AsCurl request={{ method: "GET", url: address }} />{button}</div></header>
            <Loaded resource={departments}>
                {({ content }) => <Table label={words.departments.title} rows={content} columns={all} keyOf={(department) => department.id}
                    empty={<Empty title={words.departments.emptyTitle}><p>{words.departments.emptyText}</p>{button}</Empty>} />}
            </Loaded>
            {creating && <CreateDepartment onClose={() => setCreating(false)} />}
            {edited && <EditDepartment department={edited} onClose={() => setEdited(undefined)} />}
        </article>
    );
}

function CreateDepartment({ onClose }: { onClose: () => void }) {
    const create = async (body: DepartmentInput) => {
        const department = await send("POST", address, body, { changes: [{ entity: "department" }] });
        toast(words.departments.created(department.label));
        return onClose;
    };
    return (
        <Dialog title={words.departments.create} onClose={onClose}>
            <Form<DepartmentInput> schema={schema} layout={layout} value={{}} submit={words.create} onSubmit={create} onCancel={onClose} request={(body) => ({ method: "POST", url: address, body })} />
        </Dialog>
    );
}

function formOf(department: Department | undefined): DepartmentPatch {
    const { label = "", description } = department ?? {};
    return { label, ...(description !== undefined && { description }) };
}

// Only what was changed is sent: the label of a department with jobs cannot be.
function changeOf(before: DepartmentPatch, typed: DepartmentPatch): DepartmentPatch {
    return { ...(typed.label !== undefined && typed.label !== before.label && { label: typed.label }), ...(typed.description !== before.description && { description: typed.description ?? null }) };
}

function EditDepartment({ department, onClose }: { department: Department; onClose: () => void }) {
    const address = one(department);
    const editing = useComparing<"/configuration/departments/{departmentId}", DepartmentPatch>({
        address, opened: department, formOf,
        write: async (form, before) => formOf(await send("PATCH", address, changeOf(before, form), { changes: [{ entity: "department", id: department.id }] })),
    });
    const save = async (typed: DepartmentPatch, options: { overwrite: boolean }) => {
        await editing.save(typed, options);
        toast(words.departments.saved);
        return onClose;
    };
    return (
        <Dialog title={words.departments.edit(department.label)} wide onClose={onClose}>
            <Form<DepartmentPatch> schema={patchSchema} layout={editLayout} value={editing.value} onSubmit={save} onCancel={onClose} onTheirs={editing.onTheirs} request={(typed) => ({ method: "PATCH", url: address, body: changeOf(editing.before, typed) })}
                differences={(current, typed) => <Differences layout={editLayout} before={editing.before} theirs={current as DepartmentPatch} mine={typed} />} />
        </Dialog>
    );
}
