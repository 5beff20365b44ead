// Lists of the configuration that several screens choose from.
import { at, type Address } from "../api/address";
import { useResource } from "../api/cache";
import type { ApplicationStatus, SubStatuses } from "../api/types";
import type { Option } from "../parts/Field";
import { useDictionary } from "../jobs/job_layout";
import { kStatuses } from "./candidate_filter";
import { userPicker } from "./pickers";
import type { PropertyOptions } from "./property_fields";

// The sub-statuses of a status.
export function useSteps(): (status: ApplicationStatus) => readonly string[] {
    const processes = useResource(at("/configuration/hiring-processes"));
    const process = processes.data?.content.find((one) => one.default) ?? processes.data?.content[0];
    return (status) => process?.subStatuses[status as keyof SubStatuses] ?? [];
}

// All places an application can be moved to without a reason.
export function usePlaces(): { status: ApplicationStatus; subStatus?: string }[] {
    const steps = useSteps();
    return kStatuses.filter((status) => status !== "REJECTED" && status !== "WITHDRAWN")
        .flatMap((status) => [{ status }, ...steps(status).map((subStatus) => ({ status, subStatus }))]);
}

export function useReasons(status: ApplicationStatus): readonly Option[] {
    const address = status === "REJECTED" ? at("/configuration/rejection-reasons") : status === "WITHDRAWN" ? at("/configuration/withdrawal-reasons") : null;
    const reasons = useResource(address as Address<"/configuration/rejection-reasons"> | null);
    return (reasons.data?.content ?? []).map(({ id, label }) => ({ value: id, title: label }));
}

export function usePropertyOptions(): PropertyOptions {
    const countries = useDictionary("/v1/countries");
    const currencies = useDictionary("/v1/currencies");
    return {
        countries,
        currencies: currencies.map(({ value, title }) => ({ value, title: `${value} – ${title}` })),
        users: userPicker,
    };
}
