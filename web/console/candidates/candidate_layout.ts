// The fields of a person.
import { useDictionary } from "../jobs/job_layout";
import type { FieldLayout } from "../parts/Field";
import { candidates } from "./words";

const words = candidates.form;
const webNames = Object.entries(candidates.profile.web);

export function usePersonLayout(): FieldLayout[] {
    const countries = useDictionary("/v1/countries");
    return [
        { path: "/firstName", label: words.firstName, half: true },
        { path: "/lastName", label: words.lastName, half: true },
        { path: "/email", label: words.email, kind: "email", half: true },
        { path: "/phoneNumber", label: words.phone, half: true },
        { path: "/location/countryCode", label: words.country, options: countries, half: true },
        { path: "/location/city", label: words.city, half: true },
        { path: "/location/region", label: words.region, half: true },
        ...webNames.map(([name, label]): FieldLayout => ({ path: `/web/${name}`, label, kind: "text", half: true })),
    ];
}
