import { useRef } from "preact/hooks";
import { at } from "../api/address";
import { usePages, useResource } from "../api/cache";
import type { OfferLine, OfferStatus } from "../api/types";
import { nameOf } from "../candidates/candidate_change";
import { timeAfter } from "../candidates/candidate_filter";
import { candidateList } from "../candidates/routes";
import { AsCurl } from "../parts/AsCurl";
import { Button } from "../parts/Button";
import { Empty } from "../parts/Empty";
import { Failed } from "../parts/Failed";
import { Filter, useFilter, type FilterField } from "../parts/Filter";
import { valuesOf } from "../parts/filter_text";
import { Menu } from "../parts/Menu";
import { Table, type Column } from "../parts/Table";
import { Text } from "../parts/Text";
import { Time } from "../parts/Time";
import { go, href, query } from "../router";
import { may } from "../session";
import { changeStatus, statusRequest } from "./offer_change";
import { Amount, OfferBadge } from "./offer_parts";
import { kOfferStatuses, nextSteps } from "./offer_steps";
import { offerPage } from "./routes";
import { offers as words } from "./words";

const ages = [{ value: "7d", title: words.list.week }, { value: "30d", title: words.list.month }, { value: "90d", title: words.list.quarter }];

function useFields(): FilterField[] {
    const counts = kOfferStatuses.map((status) => useResource(at("/offers", { status: [status], limit: 1 })).data?.totalFound);  // the list never changes
    return [
        { name: "status", title: words.list.status, options: kOfferStatuses.map((value, index) => ({ value, title: words.status[value], count: counts[index] })) },
        { name: "age", title: words.list.age, options: ages, single: true },
    ];
}

function refOf(offer: OfferLine) {
    return { candidateId: offer.candidate.id, jobId: offer.job.id, offerId: offer.id };
}

function Actions({ offer }: { offer: OfferLine }) {
    const ref = refOf(offer);
    const name = nameOf(offer.candidate);
    const steps = nextSteps(offer.status);
    if (steps.length === 0 || !may("changeJobs")) return null;
    return <Menu items={steps.map((to) => ({ title: words.action[to], onSelect: () => void changeStatus(ref, to, name), request: statusRequest(ref, to) }))} />;
}

const columns: readonly Column<OfferLine>[] = [
    { key: "candidate", title: words.list.candidate, width: "2fr", cell: (offer) => <a href={href(offerPage, refOf(offer))}><Text>{nameOf(offer.candidate)}</Text></a> },
    { key: "job", title: words.list.job, width: "2fr", phone: false, cell: (offer) => <Text>{offer.job.title}</Text> },
    { key: "status", title: words.list.status, width: "8rem", cell: (offer) => <OfferBadge status={offer.status} /> },
    { key: "amount", title: words.list.amount, end: true, phone: false, cell: (offer) => <Amount text={offer.properties["salary"]} /> },
    { key: "start", title: words.list.start, width: "8rem", phone: false, cell: (offer) => <Text>{offer.properties["startDate"]}</Text> },
    { key: "created", title: words.list.created, width: "8rem", phone: false, cell: (offer) => <Time at={offer.createdOn} /> },
    { key: "updated", title: words.list.updated, width: "8rem", phone: false, cell: (offer) => <Time at={offer.updatedOn} /> },
    { key: "actions", title: "", width: "3rem", end: true, cell: (offer) => <Actions offer={offer} /> },
];

export default function Offers() {
    const fields = useFields();
    const [filter] = useFilter(fields);
    const status = valuesOf(filter, "status").map((value) => value.toUpperCase()).filter((value): value is OfferStatus => kOfferStatuses.includes(value as OfferStatus));
    const age = valuesOf(filter, "age")[0];
    const address = at("/offers", { status, createdAfter: age === undefined ? undefined : timeAfter(age, new Date()), limit: 50 });
    const pages = usePages(address);
    const shown = useRef<readonly OfferLine[]>([]);  // the rows before, while other ones are loaded
    if (!pages.loading) shown.current = pages.rows;
    return (
        <article class="screen fill">
            <header class="screen-head"><h1>{words.title}</h1><AsCurl request={{ method: "GET", url: address }} /></header>
            <Filter fields={fields} placeholder={words.list.placeholder} {...(pages.total !== undefined && { shown: pages.total })} />
            {pages.error !== undefined && pages.rows.length === 0 ? <Failed error={pages.error} onRetry={pages.reload} /> : (
                <Table label={words.title} rows={shown.current} columns={columns} keyOf={(offer) => offer.id} total={pages.total} loading={pages.loading} onEnd={pages.more}
                    onOpen={(offer) => void go(href(offerPage, refOf(offer)))} empty={<NoOffers />} />
            )}
        </article>
    );
}

function NoOffers() {
    if (query.value.get("filter")) return <Empty title={words.list.noMatchTitle}><p>{words.list.noMatchText}</p></Empty>;
    return <Empty title={words.list.emptyTitle}><p>{words.list.emptyText}</p><Button kind="primary" href={href(candidateList)}>{words.list.candidates}</Button></Empty>;
}
