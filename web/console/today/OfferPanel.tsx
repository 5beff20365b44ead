import type { Answer } from "../api/address";
import type { Resource } from "../api/cache";
import type { OfferLine } from "../api/types";
import { nameOf } from "../candidates/candidate_change";
import { changeStatus, statusRequest } from "../offers/offer_change";
import { Amount, OfferBadge } from "../offers/offer_parts";
import { nextSteps } from "../offers/offer_steps";
import { offerPage } from "../offers/routes";
import { offers } from "../offers/words";
import { AsCurl } from "../parts/AsCurl";
import { Avatar } from "../parts/Avatar";
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
                        <ul class="lines">{content.map((offer) => <Row key={offer.id} offer={offer} />)}</ul>
                        {totalFound > content.length && <p class="more"><a href={all}>{words.all} ({totalFound})</a></p>}
                    </>
                ))}
            </Loaded>
        </section>
    );
}

function Row({ offer }: { offer: OfferLine }) {
    const { candidate, job } = offer;
    const ref = { candidateId: candidate.id, jobId: job.id, offerId: offer.id };
    const name = nameOf(candidate);
    return (
        <li class="line offer-line">
            <Avatar firstName={candidate.firstName} lastName={candidate.lastName} />
            <a class="line-name" href={href(offerPage, ref)}><Text>{name}</Text></a>
            <span class="line-job quiet"><Text>{job.title}</Text> · <Time at={offer.updatedOn} as="age" /></span>
            <span class="line-note"><OfferBadge status={offer.status} /></span>
            <span class="line-time"><Amount text={offer.properties["salary"]} /></span>
            {may("changeJobs") && <div class="line-actions"><Menu kind="plain" label={offers.page.actions} items={nextSteps(offer.status).map((to) => ({ title: offers.action[to], onSelect: () => void changeStatus(ref, to, name), request: statusRequest(ref, to) }))}>{offers.page.actions}</Menu></div>}
        </li>
    );
}
