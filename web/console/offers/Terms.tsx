import { useState } from "preact/hooks";
import { at } from "../api/address";
import { patch, useResource } from "../api/cache";
import { read, send } from "../api/client";
import { ConflictError } from "../api/errors";
import type { Offer, OfferProperties } from "../api/types";
import { usePropertyOptions } from "../candidates/dictionaries";
import { fieldsOf, type PropertyForm } from "../candidates/property_fields";
import { Differences } from "../jobs/Differences";
import { differencesOf, rebased } from "../jobs/job_change";
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
    const [base] = useState(offer.properties);  // what I saw when I began to type
    const [theirs, setTheirs] = useState<Offer["properties"]>();
    const properties = propertiesOf(known, theirs ?? base);
    const layout = fieldsOf(properties, usePropertyOptions());
    const save = async (typed: PropertyForm, { overwrite }: { overwrite: boolean }) => {
        const mine = termsOf(properties, typed);
        const current = await read(address);
        const seen = overwrite && theirs !== undefined ? theirs : base;
        if (differencesOf(seen, current.properties).length > 0 && differencesOf(mine, current.properties).length > 0) {
            patch(address, () => current);
            setTheirs(current.properties);
            throw new ConflictError(current);
        }
        const change = termsPatch(current.properties, rebased(base, mine, current.properties));
        if (Object.keys(change).length > 0) {
            const saved = await send("PATCH", address, { properties: change }, { changes: changesOf(offerRef) });
            patch(address, () => saved);
        }
        toast(Object.keys(change).length > 0 ? words.saved : words.nothingChanged);
        onClose();
    };
    return (
        <Form<PropertyForm> layout={layout} value={formOf(properties, theirs ?? base)} onSubmit={save} placeOf={placeInForm} onCancel={onClose}
            request={(typed) => ({ method: "PATCH", url: address, body: { properties: termsPatch(base, termsOf(properties, typed)) } })}
            differences={(current, typed) => <Differences layout={layout} before={formOf(properties, base)} theirs={formOf(properties, (current as Offer).properties)} mine={typed} />} />
    );
}
