import { InsightCharts } from "../jobs/InsightCharts";
import { jobs as words } from "../jobs/words";

// Applications and hires of the whole company.
export default function CompanyInsights() {
    return (
        <article class="screen">
            <h1>{words.insights.title}</h1>
            <InsightCharts />
        </article>
    );
}
