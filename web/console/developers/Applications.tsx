import { at } from "../api/address";
import { usePages } from "../api/cache";
import { AsCurl } from "../parts/AsCurl";
import { Badge } from "../parts/Badge";
import { Button } from "../parts/Button";
import { Empty } from "../parts/Empty";
import { Failed } from "../parts/Failed";
import { useKeys } from "../parts/Shortcuts";
import { Split } from "../parts/Split";
import { Table, type Column } from "../parts/Table";
import { Text } from "../parts/Text";
import { Time } from "../parts/Time";
import { parts } from "../parts/words";
import { go, href, type ScreenProps } from "../router";
import { Application } from "./Application";
import type { OwnApplication } from "./application_form";
import { applicationList, newApplication } from "./routes";
import { developers } from "./words";

const words = developers.applications;

const columns: readonly Column<OwnApplication>[] = [
    { key: "name", title: words.name, width: "3fr", cell: (application) => <a href={href(applicationList, { clientId: application.clientId })}><Text>{application.name}</Text></a> },
    { key: "type", title: words.type, phone: false, cell: (application) => <Badge>{application.confidential ? words.isConfidential : words.isPublic}</Badge> },
    { key: "connections", title: words.connections, width: "6rem", end: true, cell: (application) => application.connections },
    { key: "used", title: words.lastUsed, width: "15.5rem", phone: false, cell: (application) => (application.lastUsedOn === undefined ? <span class="quiet">{words.never}</span> : <Time at={application.lastUsedOn} as="exact" />) },
    { key: "created", title: words.created, width: "15.5rem", phone: false, cell: (application) => <Time at={application.createdOn} as="exact" /> },
];

export default function Applications({ params: { clientId } }: ScreenProps<"/developers/applications/{clientId?}">) {
    const address = at("/identity/applications");
    const pages = usePages(address);
    const register = () => void go(href(newApplication));
    useKeys(parts.thisScreen, { c: { title: words.register, run: register } });
    return (
        <Split label={words.one} onClose={() => void go(href(applicationList))} detail={clientId === undefined ? null : <Application key={clientId} clientId={clientId} />} list={
            <section class="screen fill">
                <header class="screen-head">
                    <h1>{words.title}</h1>
                    <div class="buttons">
                        <AsCurl request={{ method: "GET", url: address }} />
                        <Button kind="primary" keys="c" onClick={register}>{words.register}</Button>
                    </div>
                </header>
                {pages.error !== undefined && pages.rows.length === 0 ? <Failed error={pages.error} onRetry={pages.reload} /> : (
                    <Table label={words.title} rows={pages.rows} columns={clientId === undefined ? columns : columns.filter((column) => column.key === "name" || column.key === "connections")} keyOf={(application) => application.clientId} loading={pages.loading} total={pages.total}
                        openKey={clientId} onOpen={(application) => void go(href(applicationList, { clientId: application.clientId }))}
                        empty={<Empty title={words.emptyTitle}><p>{words.emptyText}</p><Button kind="primary" href={href(newApplication)}>{words.register}</Button></Empty>} />
                )}
            </section>
        } />
    );
}
