import { at } from "../api/address";
import { patch, useResource } from "../api/cache";
import { send } from "../api/client";
import type { Offer, OfferProperties, TextMap } from "../api/types";
import { usePropertyOptions } from "../candidates/dictionaries";
import { fieldsOf, type PropertyForm } from "../candidates/property_fields";
import { useComparing } from "../configuration/use_editing";
import { Differences } from "../jobs/Differences";
import { Button } from "../parts/Button";
import { Form } from "../parts/Form";
import { Loaded } from "../parts/Loaded";
import { Text } from "../parts/Text";
import { toast } from "../parts/Toast";
import { may } from "../session";
import { changesOf, offerAddress, type OfferRef } from "./offer_change";
import { Term } from "./offer_parts";
import { isDraft } from "./offer_steps";
import { formOf, missingTerms, placeInForm, propertiesOf, termsOf, termsPatch } from "./offer_terms";
import { offers } from "./words";

const words = offers.page;

export interface TermsProps {
    readonly offer: Offer;
    readonly offerRef: OfferRef;
    readonly editing: boolean;
    readonly onEdit: (edit: boolean) => void;
}

export function Terms({ offer, offerRef, editing, onEdit }: TermsProps) {
    const known = useResource(at("/configuration/offer-properties"));
    const changes = may("changeJobs");
    return (
        <Loaded resource={known} lines={6}>
            {(properties) => (editing && changes ? <TermsForm offer={offer} offerRef={offerRef} known={properties} onClose={() => onEdit(false)} /> : (
                <>
                    <Shown offer={offer} known={properties} />
                    {isDraft(offer.status) && <Missing offer={offer} known={properties} />}
                    {changes && (isDraft(offer.status) ? <Button keys="e" onClick={() => onEdit(true)}>{words.edit}</Button> : <p class="quiet">{words.fixed}</p>)}
                </>
            ))}
        </Loaded>
    );
}

function Shown({ offer, known }: { offer: Offer; known: OfferProperties }) {
    const filled = propertiesOf(known, offer.properties).flatMap((property) => {
        const text = offer.properties[property.key];
        return text === undefined || text === "" ? [] : [{ ...property, text }];
    });
    if (filled.length === 0) return <p class="quiet">{words.noTerms}</p>;
    return <dl class="facts">{filled.map(({ key, label, type, text }) => <div key={key}><dt><Text>{label}</Text></dt><dd><Term type={type} text={text} /></dd></div>)}</dl>;
}

function Missing({ offer, known }: { offer: Offer; known: OfferProperties }) {
    const missing = missingTerms(known, offer.properties);
    return missing.length === 0 ? null : <p class="notice">{words.missing} <Text>{missing.join(", ")}</Text></p>;
}

function TermsForm({ offer, offerRef, known, onClose }: { offer: Offer; offerRef: OfferRef; known: OfferProperties; onClose: () => void }) {
    const address = offerAddress(offerRef);
    const editing = useComparing<"/candidates/{candidateId}/jobs/{jobId}/offers/{offerId}", TextMap>({
        address, opened: offer, formOf: (now = offer) => now.properties,
        write: async (terms, before) => {
            const change = termsPatch(before, terms);
            const changed = Object.keys(change).length > 0;
            if (changed) {
                const saved = await send("PATCH", address, { properties: change }, { changes: changesOf(offerRef) });
                patch(address, () => saved);
            }
            toast(changed ? words.saved : words.nothingChanged);
            return terms;
        },
    });
    const properties = propertiesOf(known, editing.value);
    const layout = fieldsOf(properties, usePropertyOptions());
    const save = async (typed: PropertyForm, options: { overwrite: boolean }) => {
        await editing.save(termsOf(properties, typed), options);
        return onClose;
    };
    return (
        <Form<PropertyForm> layout={layout} value={formOf(properties, editing.value)} onSubmit={save} placeOf={placeInForm} onCancel={onClose} onTheirs={editing.onTheirs}
            request={(typed) => ({ method: "PATCH", url: address, body: { properties: termsPatch(editing.before, termsOf(properties, typed)) } })}
            differences={(now, typed) => <Differences layout={layout} before={formOf(properties, editing.before)} theirs={formOf(properties, now as TextMap)} mine={typed} />} />
    );
}
