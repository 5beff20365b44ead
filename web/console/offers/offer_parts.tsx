// Small things that several screens of offers show.
import { at } from "../api/address";
import { useResource } from "../api/cache";
import type { OfferPropertyType, OfferStatus } from "../api/types";
import { parseMoney } from "../candidates/property_fields";
import { candidates } from "../candidates/words";
import { useDictionary } from "../jobs/job_layout";
import { UserName } from "../jobs/job_parts";
import { Badge } from "../parts/Badge";
import { Money } from "../parts/Money";
import { Pending } from "../parts/Skeleton";
import { LongText, Text } from "../parts/Text";
import { toneOfOffer } from "./offer_steps";
import { offers as words } from "./words";

export function OfferBadge({ status }: { status: OfferStatus }) {
    return <Badge tone={toneOfOffer[status]}>{words.status[status]}</Badge>;
}

// The title, which one offer does not have itself. One that may not be seen stays a dash.
export function JobTitle({ jobId }: { jobId: string }) {
    const job = useResource(at("/jobs/{jobId}", { jobId }));
    return job.data || job.error ? <Text>{job.data ? job.data.title : candidates.none}</Text> : <Pending />;
}

export function Amount({ text }: { text: string | undefined }) {
    if (text === undefined) return <span class="quiet">{candidates.none}</span>;
    const money = parseMoney(text.replace(/^\s*([A-Za-z]{3})\s+(.*)$/, "$2 $1"));  // the currency may stand first
    return money === undefined ? <Text>{text}</Text> : <Money amount={money.amount} currency={money.currency} />;
}

function CountryName({ code }: { code: string }) {
    const countries = useDictionary("/v1/countries");
    return <Text>{countries.find((country) => country.value === code)?.title ?? code}</Text>;
}

// A term by its type; what does not fit is shown as it is.
export function Term({ type, text }: { type: OfferPropertyType; text: string }) {
    switch (type) {
        case "CURRENCY": return <Amount text={text} />;
        case "BOOLEAN": return <Text>{text === "true" ? candidates.properties.yes : text === "false" ? candidates.properties.no : text}</Text>;
        case "PERCENT": return <Text>{`${text} %`}</Text>;
        case "COUNTRY": return <CountryName code={text} />;
        case "USER": return /^[0-9a-f]{24}$/.test(text) ? <UserName userId={text} /> : <Text>{text}</Text>;
        case "TEXT": return <LongText>{text}</LongText>;
        case "DATE":
        case "NUMBER":
        case "REGION":
        case "SELECT": return <Text>{text}</Text>;
    }
}
