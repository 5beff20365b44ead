// Every text people read. Each noun has its own file, so that a screen's words stand beside the screen.
export { candidates } from "./candidates/words";
export { developers } from "./developers/words";
export { jobs } from "./jobs/words";
export { offers } from "./offers/words";
export { parts } from "./parts/words";
export { reports } from "./reports/words";
export { settings } from "./settings/words";
export { today } from "./today/words";
