import { at } from "../api/address";
import { useResource } from "../api/cache";
import { send } from "../api/client";
import type { OfferProperties } from "../api/types";
import { nameOf } from "../candidates/candidate_change";
import { usePropertyOptions } from "../candidates/dictionaries";
import { fieldsOf, type PropertyForm } from "../candidates/property_fields";
import { candidatePage } from "../candidates/routes";
import { Form } from "../parts/Form";
import { Loaded } from "../parts/Loaded";
import { Text } from "../parts/Text";
import { toast } from "../parts/Toast";
import { go, href, type ScreenProps } from "../router";
import { JobTitle } from "./offer_parts";
import { formOf, placeInForm, propertiesOf, termsOf } from "./offer_terms";
import { offerPage } from "./routes";
import { offers as words } from "./words";

type Application = ScreenProps<"/offers/{candidateId}/{jobId}/new">["params"];

export default function NewOffer({ params }: ScreenProps<"/offers/{candidateId}/{jobId}/new">) {
    const known = useResource(at("/configuration/offer-properties"));
    const candidate = useResource(at("/candidates/{candidateId}", { candidateId: params.candidateId }));
    return (
        <article class="screen narrow">
            <h1>{words.create}</h1>
            <Loaded resource={candidate} lines={1}>
                {(data) => <p>{words.form.forWhom} <a href={href(candidatePage, { candidateId: data.id })}><Text>{nameOf(data)}</Text></a>, <JobTitle jobId={params.jobId} />. <span class="quiet">{words.form.draftHelp}</span></p>}
            </Loaded>
            <Loaded resource={known} lines={8}>{(properties) => <Create application={params} known={properties} />}</Loaded>
        </article>
    );
}

// The currency of the job's salary range is the one that is most likely meant.
function useFirstTerms(jobId: string): PropertyForm {
    const currency = useResource(at("/jobs/{jobId}", { jobId })).data?.compensation?.currency;
    return currency === undefined ? {} : { salary: { code: currency } };
}

function Create({ application: { candidateId, jobId }, known }: { application: Application; known: OfferProperties }) {
    const properties = propertiesOf(known);
    const layout = fieldsOf(properties, usePropertyOptions());
    const first = useFirstTerms(jobId);
    const address = at("/candidates/{candidateId}/jobs/{jobId}/offers", { candidateId, jobId });
    const bodyOf = (typed: PropertyForm) => ({ properties: termsOf(properties, typed) });
    const create = async (typed: PropertyForm) => {
        const offer = await send("POST", address, bodyOf(typed), { changes: [{ entity: "offer" }, { entity: "candidate", id: candidateId }] });
        toast(words.form.created);
        return () => go(href(offerPage, { candidateId, jobId, offerId: offer.id }));
    };
    return (
        <Form<PropertyForm> layout={layout} value={{ ...formOf(properties, {}), ...first }} submit={words.create} onSubmit={create} placeOf={placeInForm}
            onCancel={() => void go(href(candidatePage, { candidateId }))} request={(typed) => ({ method: "POST", url: address, body: bodyOf(typed) })} />
    );
}
