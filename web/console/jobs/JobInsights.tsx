import { InsightCharts } from "./InsightCharts";
import type { TabProps } from "./Job";

export function JobInsights({ job }: TabProps) {
    return <InsightCharts jobId={job.id} />;
}
