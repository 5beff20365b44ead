// What is searched for because there may be thousands: jobs, users, sources.
import { at } from "../api/address";
import { useResource, useResources, type Resource } from "../api/cache";
import type { JobStatusName } from "../api/types";
import { jobs as jobWords } from "../jobs/words";
import type { PickerChoice, PickerSource } from "../parts/Picker";
import { parts } from "../parts/words";
import { parseSource } from "./candidate_filter";
import { kPageSize, kReferrals, laterOffsets, matching, sourceChoice } from "./source_choices";
import { candidates as words } from "./words";

const kMost = 20;
const kLeast = 3;  // letters of a search for users
const kOpen: readonly JobStatusName[] = ["CREATED", "SOURCING", "INTERVIEW", "OFFER"];
const kOthers: readonly JobStatusName[] = ["ON_HOLD", "FILLED", "CANCELLED"];

const nameOf = ({ title, refNumber }: { title: string; refNumber: string }) => `${title} (${refNumber})`;
const moreThan = (shown: number, total: number) => (total > shown ? parts.moreFound : undefined);

function useJobs(text: string | undefined, statuses: readonly JobStatusName[]) {
    return useResource(text === undefined ? null : at("/jobs", { q: text, statuses: [...statuses], limit: kMost }), { keep: true });
}

const isPending = ({ loading, outdated }: Pick<Resource<unknown>, "loading" | "outdated">) => loading || outdated === true;

// The name of what a value names; the value itself if there is no such thing.
function titleOf<T>(value: string | undefined, { data, error }: Pick<Resource<T>, "data" | "error">, name: (data: T) => string): string | undefined {
    return error === undefined ? data && name(data) : value;
}

// Open jobs first.
export const jobPicker: PickerSource = {
    useChoices: (text) => {
        const open = useJobs(text, kOpen);
        const others = useJobs(text, kOthers);
        const found = [...(open.data?.content ?? []), ...(others.data?.content ?? [])].slice(0, kMost);
        return {
            options: found.map((job) => ({ value: job.id, title: nameOf(job), detail: kOpen.includes(job.status) ? undefined : jobWords.jobStatus[job.status] })),
            loading: isPending(open) || isPending(others),
            error: open.error ?? others.error,
            hint: found.length === 0 && text ? parts.nothingFoundInWords : moreThan(found.length, (open.data?.totalFound ?? 0) + (others.data?.totalFound ?? 0)),
        };
    },
    useTitle: (value) => {
        const isId = /^[0-9a-f-]{36}$/i.test(value ?? "");
        const job = useResource(value !== undefined && isId ? at("/jobs/{jobId}", { jobId: value }) : null);
        return isId ? titleOf(value, job, nameOf) : value;
    },
};

function useUsers(text: string | undefined) {
    const q = text === undefined || text.length < kLeast ? undefined : text;
    return useResource(text === undefined ? null : at("/user-api/v201804/users", { q, active: true, limit: kMost }), { keep: true });
}

export const userPicker: PickerSource = {
    useChoices: (text) => {
        const users = useUsers(text);
        const { data, error } = users;
        return {
            options: (data?.content ?? []).map(({ id, firstName, lastName, email }) => ({ value: id, title: `${firstName} ${lastName}`, detail: email })),
            loading: isPending(users), error, hint: typeof data?.nextPageId === "string" ? parts.atLeast(kLeast) : undefined,
        };
    },
    useTitle: (value) => {
        const isId = /^[0-9a-f]{24}$/.test(value ?? "");
        const user = useResource(value !== undefined && isId ? at("/user-api/v201804/users/{userId}", { userId: value }) : null);
        return isId ? titleOf(value, user, ({ firstName, lastName }) => `${firstName} ${lastName}`) : value;
    },
};

function useSourceTypes(needed: boolean) {
    return useResource(needed ? at("/configuration/sources") : null);
}

// Other sources than users, of which a type has up to 1,000: the API does not search them.
function useOwnSources(needed: boolean): { choices: PickerChoice[]; loading: boolean; error: Error | undefined } {
    const types = useSourceTypes(needed);
    const own = (types.data?.content ?? []).filter((type) => type.id !== kReferrals);
    const page = (sourceType: string, offset?: number) => at("/configuration/sources/{sourceType}/values", { sourceType, limit: kPageSize, offset });
    const first = useResources(own.map((type) => page(type.id)));
    const later = own.flatMap((type, index) => laterOffsets(first[index]?.data?.totalFound).map((offset) => ({ type, offset })));
    const rest = useResources(later.map(({ type, offset }) => page(type.id, offset)));
    const pages = [...own.map((type, index) => ({ type, page: first[index] })), ...later.map(({ type }, index) => ({ type, page: rest[index] }))];
    return {
        choices: pages.flatMap(({ type, page: one }) => (one?.data?.content ?? []).map((source) => sourceChoice(type, source))),
        loading: types.loading || pages.some((one) => one.page?.loading),
        error: [types, ...pages.map((one) => one.page)].find((one) => one?.error !== undefined)?.error,
    };
}

// A source as "type/subtype/id".
export const sourcePicker: PickerSource = {
    useChoices: (text) => {
        const own = useOwnSources(text !== undefined);
        const users = useUsers(text);
        const referrals = useSourceTypes(text !== undefined).data?.content.find((type) => type.id === kReferrals);
        const referrers = referrals === undefined ? [] : (users.data?.content ?? []).map(({ id, firstName, lastName }) => sourceChoice(referrals, { id, label: words.list.referredBy(`${firstName} ${lastName}`), sourceSubType: { id: kReferrals } }));
        const byName = matching(own.choices, text ?? "");
        const found = [...byName, ...(text === undefined || text.length < kLeast ? matching(referrers, text ?? "") : referrers)];
        return {
            options: found.slice(0, kMost), loading: own.loading || isPending(users), error: own.error ?? users.error,
            hint: moreThan(kMost, found.length) ?? (typeof users.data?.nextPageId === "string" ? parts.atLeast(kLeast) : undefined),
        };
    },
    useTitle: (value) => {
        const source = parseSource(value);
        const types = useSourceTypes(source !== undefined);
        const type = types.data?.content.find((one) => one.id === source?.sourceTypeId);
        const found = useResource(source === undefined || type === undefined ? null
            : at("/configuration/sources/{sourceType}/values/{sourceValueId}", { sourceType: source.sourceTypeId, sourceValueId: source.sourceId, sourceSubType: source.sourceSubTypeId }));
        if (source === undefined || (types.data !== undefined && type === undefined)) return value;
        return titleOf(value, found, (one) => sourceChoice(type ?? { id: source.sourceTypeId, label: source.sourceTypeId }, one).title);
    },
};
