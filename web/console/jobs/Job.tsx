import type { FunctionComponent } from "preact";
import { at } from "../api/address";
import { useResource } from "../api/cache";
import type { JobDetails } from "../api/types";
import { Button } from "../parts/Button";
import { Loaded } from "../parts/Loaded";
import { useKeys } from "../parts/Shortcuts";
import { Tabs } from "../parts/Tabs";
import { Text } from "../parts/Text";
import { parts } from "../parts/words";
import { go, href, useQuery, type ScreenProps } from "../router";
import { may } from "../session";
import { Ads } from "./Ads";
import { History } from "./History";
import { JobStatusBadge, PostingBadge, useJobCrumbs } from "./job_parts";
import { JobForm } from "./JobForm";
import { JobInsights } from "./JobInsights";
import { Overview } from "./Overview";
import { Positions } from "./Positions";
import { Publication } from "./Publication";
import { editJob, pipeline } from "./routes";
import { Team } from "./Team";
import { jobs as words } from "./words";

export interface TabProps {
    readonly job: JobDetails;
}

const tabs = {
    overview: Overview, ads: Ads, publication: Publication, form: JobForm, team: Team, positions: Positions, history: History, insights: JobInsights,
} satisfies Record<string, FunctionComponent<TabProps>>;
type TabName = keyof typeof tabs;
const names = Object.keys(tabs) as TabName[];

export default function Job({ params: { jobId } }: ScreenProps<"/jobs/{jobId}">) {
    const job = useResource(at("/jobs/{jobId}", { jobId }));
    const [wanted, setTab] = useQuery("tab", "overview");
    const current = names.find((name) => name === wanted) ?? "overview";
    useJobCrumbs(job.data);
    const edit = href(editJob, { jobId });
    const board = href(pipeline, { jobId });
    useKeys(parts.thisScreen, {
        p: { title: words.overview.openPipeline, run: () => void go(board) },
        ...(may("changeJobs") && { e: { title: words.edit, run: () => void go(edit) } }),
    });
    const Tab = tabs[current];
    return (
        <article class="screen">
            <Loaded resource={job} lines={10}>
                {(data) => (
                    <>
                        <header class="screen-head">
                            <h1><Text>{data.title}</Text></h1>
                            <JobStatusBadge status={data.status} />
                            <PostingBadge posting={data.postingStatus} />
                            <div class="buttons">
                                {may("changeJobs") && <Button href={edit} keys="e">{words.edit}</Button>}
                                <Button kind="primary" href={board} keys="p">{words.pipeline.title}</Button>
                            </div>
                        </header>
                        <Tabs label={words.tabs.label} current={current} onSelect={(key) => setTab(key, { push: true })} tabs={names.map((key) => ({ key, title: words.tabs[key] }))}>
                            <Tab job={data} />
                        </Tabs>
                    </>
                )}
            </Loaded>
        </article>
    );
}
