// Lists of the configuration that several screens choose from.
import { at, type Address } from "../api/address";
import { useResource, useResources } from "../api/cache";
import type { ApplicationStatus, SubStatuses } from "../api/types";
import type { Option } from "../parts/Field";
import { useDictionary } from "../jobs/job_layout";
import { kStatuses, sourceText } from "./candidate_filter";
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

// Sources as "type/subtype/id".
export function useSources(): readonly Option[] {
    const types = useResource(at("/configuration/sources")).data?.content ?? [];
    const values = useResources(types.map((type) => at("/configuration/sources/{sourceType}/values", { sourceType: type.id, limit: 100 })));
    return types.flatMap((type, index) => (values[index]?.data?.content ?? []).map((source) => ({
        value: sourceText({ sourceTypeId: type.id, sourceSubTypeId: source.sourceSubType.id, sourceId: source.id }),
        title: `${type.label}: ${source.label}`,
    })));
}

export function useJobOptions(): readonly Option[] {
    const jobs = useResource(at("/jobs", { limit: 100 }));
    return (jobs.data?.content ?? []).map((job) => ({ value: job.id, title: `${job.title} (${job.refNumber})` }));
}

export function usePropertyOptions(): PropertyOptions {
    const countries = useDictionary("/v1/countries");
    const currencies = useDictionary("/v1/currencies");
    const users = useResource(at("/user-api/v201804/users", { limit: 100 }));
    return {
        countries,
        currencies: currencies.map(({ value, title }) => ({ value, title: `${value} – ${title}` })),
        users: (users.data?.content ?? []).map(({ id, firstName, lastName }) => ({ value: id, title: `${firstName} ${lastName}` })),
    };
}
