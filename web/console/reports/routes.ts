import { at } from "../api/address";
import { read } from "../api/client";
import type { Family } from "../family";
import { go, href, route } from "../router";
import { reports as words } from "./words";

export const reportList = route("/reports", { title: words.title, load: () => import("./Reports"), right: "runReports" });
export const insights = route("/reports/insights", { title: words.insights, load: () => import("./insights"), right: "runReports", parent: reportList });
export const newReport = route("/reports/new", { title: words.create, load: () => import("./NewReport"), right: "manageReports", parent: reportList });
export const reportPage = route("/reports/{reportId}", { title: words.report, load: () => import("./Report"), right: "runReports", parent: reportList });
export const editReport = route("/reports/{reportId}/edit", { title: words.edit, load: () => import("./EditReport"), right: "manageReports", parent: reportList });
export const reportFile = route("/reports/{reportId}/files/{reportFileId}", { title: words.file.title, load: () => import("./FileView"), right: "runReports", parent: reportList });

export const reports: Family = {
    routes: [reportList, insights, newReport, reportPage, editReport, reportFile],
    nav: [
        { title: words.title, icon: "reports", href: href(reportList), right: "runReports" },
        { title: words.insights, href: href(insights), right: "runReports", inside: "/reports" },
    ],
    commands: [{ title: words.create, right: "manageReports", run: () => void go(href(newReport)) }],
    search: {
        title: words.title,
        right: "runReports",
        find: async (text, signal) => {
            const wanted = text.toLowerCase();
            const { content } = await read(at("/reporting-api/v201804/reports", { limit: 1000 }), { signal });
            return content.filter((report) => report.name.toLowerCase().includes(wanted)).slice(0, 5)
                .map((report) => ({ title: report.name, href: href(reportPage, { reportId: report.reportId }) }));
        },
    },
};
