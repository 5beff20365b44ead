import { at } from "../api/address";
import { usePages } from "../api/cache";
import type { Subscription } from "../api/types";
import { AsCurl } from "../parts/AsCurl";
import { Button } from "../parts/Button";
import { Empty } from "../parts/Empty";
import { Failed } from "../parts/Failed";
import { useKeys } from "../parts/Shortcuts";
import { Table, type Column } from "../parts/Table";
import { Text } from "../parts/Text";
import { Time } from "../parts/Time";
import { parts } from "../parts/words";
import { go, href } from "../router";
import { newWebhook, webhookPage } from "./routes";
import { HealthBar, StateBadge } from "./webhook_parts";
import { developers } from "./words";

const words = developers.webhooks;

const columns: readonly Column<Subscription>[] = [
    { key: "url", title: words.url, width: "3fr", cell: (subscription) => <a href={href(webhookPage, { subscriptionId: subscription.id })}><Text>{subscription.callbackUrl}</Text></a> },
    { key: "state", title: words.state, width: "7rem", cell: (subscription) => <StateBadge subscription={subscription} /> },
    { key: "health", title: words.health, width: "2fr", phone: false, cell: (subscription) => <HealthBar subscriptionId={subscription.id} /> },
    { key: "events", title: words.events, width: "6rem", phone: false, cell: ({ events }) => <span title={events.map((event) => event.name).join("\n")}>{words.eventCount(events.length)}</span> },
    { key: "created", title: words.created, width: "15.5rem", phone: false, cell: (subscription) => <Time at={subscription.createdOn} as="exact" /> },
];

export default function Webhooks() {
    const address = at("/webhooks-api/v201907/subscriptions", { limit: 100 });
    const pages = usePages(address);
    const create = () => void go(href(newWebhook));
    useKeys(parts.thisScreen, { c: { title: words.create, run: create } });
    return (
        <article class="screen fill">
            <header class="screen-head">
                <h1>{words.title}</h1>
                <div class="buttons">
                    <AsCurl request={{ method: "GET", url: address }} />
                    <Button kind="primary" keys="c" onClick={create}>{words.create}</Button>
                </div>
            </header>
            {pages.error !== undefined && pages.rows.length === 0 ? <Failed error={pages.error} onRetry={pages.reload} /> : (
                <Table label={words.title} rows={pages.rows} columns={columns} keyOf={(subscription) => subscription.id} loading={pages.loading} onEnd={pages.more}
                    onOpen={(subscription) => void go(href(webhookPage, { subscriptionId: subscription.id }))}
                    empty={<Empty title={words.emptyTitle}><p>{words.emptyText}</p><Button kind="primary" href={href(newWebhook)}>{words.create}</Button></Empty>} />
            )}
        </article>
    );
}
