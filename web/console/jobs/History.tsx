import { at } from "../api/address";
import { useResource } from "../api/cache";
import { AsCurl } from "../parts/AsCurl";
import { Loaded } from "../parts/Loaded";
import { Timeline } from "../parts/Timeline";
import type { TabProps } from "./Job";
import { UserName } from "./job_parts";
import { jobs as words } from "./words";

const tones = { FILLED: "good", CANCELLED: "bad" } as const;

export function History({ job }: TabProps) {
    const address = at("/jobs/{jobId}/status/history", { jobId: job.id });
    const history = useResource(address);
    return (
        <>
            <Loaded resource={history}>
                {(data) => (
                    <Timeline label={words.history.label} entries={[...data.content].reverse().map((change, index) => {
                        const userId = change.actions.user?.url.split("/").at(-1);
                        return {
                            key: `${change.changedOn} ${index}`, at: change.changedOn, title: words.jobStatus[change.status],
                            tone: tones[change.status as keyof typeof tones] ?? "accent",
                            ...(userId && { text: <>{words.history.by} <UserName userId={userId} /></> }),
                        };
                    })} />
                )}
            </Loaded>
            <AsCurl request={{ method: "GET", url: address }} />
        </>
    );
}
