// Administrators can restrict types of employment to countries.
import type { EmploymentRule } from "../api/types";
import type { Option } from "../parts/Field";
import { jobs as words } from "./words";

// What a job in this country can have. The type that it has stays in the list, also when it is not among them: the API
// keeps it until the country changes.
export function employmentOptions(rules: readonly EmploymentRule[], country: string | undefined, chosen: string | undefined): Option[] {
    const isAllowed = ({ countryCodes }: EmploymentRule) => countryCodes.length === 0 || country === undefined || countryCodes.includes(country.toLowerCase());
    return rules.filter((rule) => isAllowed(rule) || rule.id === chosen)
        .map((rule) => ({ value: rule.id, title: isAllowed(rule) ? rule.label : words.form.otherCountries(rule.label) }));
}
