import { useRef } from "preact/hooks";
import { at } from "../api/address";
import { useResource } from "../api/cache";
import { send } from "../api/client";
import type { Report, ReportInput } from "../api/types";
import { useComparing } from "../configuration/use_editing";
import { Empty } from "../parts/Empty";
import { Loaded } from "../parts/Loaded";
import { Text } from "../parts/Text";
import { toast } from "../parts/Toast";
import { go, href, type ScreenProps } from "../router";
import { useReportCrumbs } from "./Report";
import { ReportEditor } from "./ReportEditor";
import { inputOf } from "./report_input";
import { reportPage } from "./routes";
import { reports as words } from "./words";

export default function EditReport({ params: { reportId } }: ScreenProps<"/reports/{reportId}/edit">) {
    const report = useResource(at("/reporting-api/v201804/reports/{reportId}", { reportId }));
    useReportCrumbs(report.data, words.edit);
    return (
        <article class="screen narrow">
            <Loaded resource={report}>{(data) => (data.creatorId === undefined ? <Empty title={words.builtIn}><p>{words.builtInText}</p></Empty> : <Editor key={reportId} report={data} />)}</Loaded>
        </article>
    );
}

function Editor({ report }: { report: Report }) {
    const { reportId, name } = useRef(report).current;  // what the editor began with
    const address = at("/reporting-api/v201804/reports/{reportId}", { reportId });
    const back = href(reportPage, { reportId });
    const editing = useComparing<"/reporting-api/v201804/reports/{reportId}", ReportInput>({
        address, opened: report, formOf: (now = report) => inputOf(now),
        write: async (body) => inputOf(await send("PUT", address, body, { changes: [{ entity: "report", id: reportId }] })),
    });
    const save = async (body: ReportInput, options: { overwrite: boolean }) => {
        await editing.save(body, options);
        toast(words.form.saved);
        return () => go(back);
    };
    return (
        <>
            <h1><Text>{name}</Text></h1>
            <ReportEditor value={editing.value} before={editing.before} onTheirs={editing.onTheirs} submit={words.form.save} onSubmit={save} onCancel={() => void go(back)} request={(body) => ({ method: "PUT", url: address, body })} />
        </>
    );
}
