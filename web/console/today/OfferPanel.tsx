import { at, type Answer } from "../api/address";
import { useResource, type Resource } from "../api/cache";
import type { Offer } from "../api/types";
import { nameOf } from "../candidates/candidate_change";
import { changeStatus } from "../offers/offer_change";
import { Amount, JobTitle, OfferBadge } from "../offers/offer_parts";
import { nextSteps } from "../offers/offer_steps";
import { idsOf } from "../offers/offer_terms";
import { offerPage } from "../offers/routes";
import { offers } from "../offers/words";
import { AsCurl } from "../parts/AsCurl";
import { Loaded } from "../parts/Loaded";
import { Menu } from "../parts/Menu";
import { Text } from "../parts/Text";
import { Time } from "../parts/Time";
import { href } from "../router";
import { may } from "../session";
import { today as words } from "./words";

// Offers that wait for an approval, for being sent or for an answer.
export function OfferPanel({ resource, url, all }: { resource: Resource<Answer<"/offers">>; url: string; all: string }) {
    const total = resource.data?.totalFound;
    return (
        <section class="panel" aria-label={words.offers}>
            <header class="screen-head"><h2>{words.offers} {total !== undefined && <span class="count">{total}</span>}</h2><AsCurl request={{ method: "GET", url }} /></header>
            <Loaded resource={resource} lines={5}>
                {({ content, totalFound }) => (content.length === 0 ? <p class="quiet">{words.noOffers}</p> : (
                    <>
                        <ul class="links">{content.map((offer) => <Row key={offer.id} offer={offer} />)}</ul>
                        {totalFound > content.length && <p><a href={all}>{words.all} ({totalFound})</a></p>}
                    </>
                ))}
            </Loaded>
        </section>
    );
}

function Row({ offer }: { offer: Offer }) {
    const ref = { ...idsOf(offer), offerId: offer.id };
    const candidate = useResource(at("/candidates/{candidateId}", { candidateId: ref.candidateId })).data;
    const name = candidate ? nameOf(candidate) : offers.one;
    return (
        <li>
            <div><a href={href(offerPage, ref)}><Text>{name}</Text></a> <OfferBadge status={offer.status} /> <Amount text={offer.properties["salary"]} /></div>
            <div class="quiet"><JobTitle jobId={ref.jobId} />, <Time at={offer.updatedOn} /></div>
            {may("changeJobs") && <Menu kind="plain" label={offers.page.actions} items={nextSteps(offer.status).map((to) => ({ title: offers.action[to], onSelect: () => void changeStatus(ref, to, name) }))}>{offers.page.actions}</Menu>}
        </li>
    );
}
