import { useState } from "preact/hooks";
import { at } from "../api/address";
import { useResource } from "../api/cache";
import { send } from "../api/client";
import { DepartmentInput as schema } from "../api/schemas";
import type { Department, DepartmentInput } from "../api/types";
import { AsCurl } from "../parts/AsCurl";
import { Button } from "../parts/Button";
import { Code } from "../parts/Copy";
import { Dialog } from "../parts/Dialog";
import { Empty } from "../parts/Empty";
import type { FieldLayout } from "../parts/Field";
import { Form } from "../parts/Form";
import { Loaded } from "../parts/Loaded";
import { useKeys } from "../parts/Shortcuts";
import { Table, type Column } from "../parts/Table";
import { Text } from "../parts/Text";
import { toast } from "../parts/Toast";
import { parts } from "../parts/words";
import { may } from "../session";
import { settings as words } from "./words";

const address = at("/configuration/departments");
const layout: readonly FieldLayout[] = [
    { path: "/label", label: words.label },
    { path: "/description", label: words.departments.description, kind: "longText" },
    { path: "/id", label: words.id, help: words.departments.idHelp },
];

const columns: readonly Column<Department>[] = [
    { key: "label", title: words.label, width: "2fr", cell: (department) => <Text>{department.label}</Text> },
    { key: "description", title: words.departments.description, width: "3fr", phone: false, cell: (department) => <Text>{department.description}</Text> },
    { key: "id", title: words.id, cell: (department) => <Code>{department.id}</Code> },
];

export default function Departments() {
    const departments = useResource(address);
    const [creating, setCreating] = useState(false);
    const mayCreate = may("changeConfiguration");
    useKeys(parts.thisScreen, { c: { title: words.departments.create, run: () => setCreating(true) } }, mayCreate);
    const button = mayCreate && <Button kind="primary" keys="c" onClick={() => setCreating(true)}>{words.departments.create}</Button>;
    return (
        <article class="screen fill">
            <header class="screen-head"><h1>{words.departments.title}</h1><div class="buttons"><AsCurl request={{ method: "GET", url: address }} />{button}</div></header>
            <Loaded resource={departments}>
                {({ content }) => <Table label={words.departments.title} rows={content} columns={columns} keyOf={(department) => department.id}
                    empty={<Empty title={words.departments.emptyTitle}><p>{words.departments.emptyText}</p>{button}</Empty>} />}
            </Loaded>
            {creating && <CreateDepartment onClose={() => setCreating(false)} />}
        </article>
    );
}

function CreateDepartment({ onClose }: { onClose: () => void }) {
    const create = async (body: DepartmentInput) => {
        const department = await send("POST", address, body, { changes: [{ entity: "department" }] });
        toast(words.departments.created(department.label));
        onClose();
    };
    return (
        <Dialog title={words.departments.create} onClose={onClose}>
            <Form<DepartmentInput> schema={schema} layout={layout} value={{}} submit={words.create} onSubmit={create} onCancel={onClose} request={(body) => ({ method: "POST", url: address, body })} />
        </Dialog>
    );
}
