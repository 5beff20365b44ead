// What a company says of itself, as a form edits it.
import type { Company, CompanyLocationInput, CompanyPatch } from "../api/types";

export interface CompanyForm {
    readonly website?: string;
    readonly industry?: { readonly id: string };
    readonly location?: CompanyLocationInput;
}

const kLocation = ["countryCode", "region", "city", "postalCode", "address"] as const;

export function formOf({ website, industry, location }: Company): CompanyForm {
    const { country: _, ...rest } = location ?? {};
    return {
        ...(website !== undefined && { website }),
        ...(industry !== undefined && { industry: { id: industry.id } }),
        ...(Object.keys(rest).length > 0 && { location: rest }),
    };
}

// A JSON merge patch (RFC 7396): only what was changed, null for what was removed.
export function patchOf(form: CompanyForm, before: CompanyForm): CompanyPatch {
    const location = Object.fromEntries(kLocation.filter((name) => form.location?.[name] !== before.location?.[name]).map((name) => [name, form.location?.[name] ?? null]));
    return {
        ...(form.website !== before.website && { website: form.website ?? null }),
        ...(form.industry?.id !== before.industry?.id && { industry: form.industry ?? null }),
        ...(Object.keys(location).length > 0 && { location: location as CompanyLocationInput }),
    };
}

export function placeText({ location }: Company): string {
    return [location?.address, location?.postalCode, location?.city, location?.region, location?.country].filter((part) => part !== undefined && part !== "").join(", ");
}
