import { at } from "../api/address";
import { send } from "../api/client";
import type { ReportInput } from "../api/types";
import { toast } from "../parts/Toast";
import { go, href } from "../router";
import { ReportEditor } from "./ReportEditor";
import { reportList, reportPage } from "./routes";
import { reports as words } from "./words";

const empty: ReportInput = { name: "", rowEntityTypeId: "", columns: [], filters: [], reportFormats: ["CSV"], grantees: [] };

export default function NewReport() {
    const address = at("/reporting-api/v201804/reports");
    const create = async (body: ReportInput) => {
        const report = await send("POST", address, body, { changes: [{ entity: "report" }] });
        toast(words.form.created(report.name));
        return () => go(href(reportPage, { reportId: report.reportId }));
    };
    return (
        <article class="screen narrow">
            <h1>{words.create}</h1>
            <ReportEditor value={empty} submit={words.create} onSubmit={create} onCancel={() => void go(href(reportList))} request={(body) => ({ method: "POST", url: address, body })} />
        </article>
    );
}
