// A report that was changed by somebody else meanwhile: what they changed, beside what was there and what is typed.
import { at } from "../api/address";
import { useResources } from "../api/cache";
import type { Report, ReportInput } from "../api/types";
import { Differences } from "../jobs/Differences";
import { Button } from "../parts/Button";
import type { FieldLayout } from "../parts/Field";
import { parts } from "../parts/words";
import { definitionTexts, type DefinitionTexts } from "./definition_texts";
import { reports as words } from "./words";

export interface ReportConflictProps {
    readonly areas: readonly Report[];  // the built-in reports, with the names of all columns
    readonly before: ReportInput;
    readonly theirs: ReportInput;
    readonly mine: ReportInput;
    readonly onMine: () => void;
    readonly onTheirs: () => void;
}

const labels: Record<keyof DefinitionTexts, string> = {
    name: words.name, rowEntityTypeId: words.area, columns: words.columns, filters: words.filters, reportFormats: words.formats, schedule: words.scheduled, grantees: words.grantees,
};
const layout: readonly FieldLayout[] = Object.entries(labels).map(([name, label]) => ({ path: `/${name}`, label }));

export function ReportConflict({ areas, before, theirs, mine, onMine, onTheirs }: ReportConflictProps) {
    const ids = [...new Set([before, theirs, mine].flatMap((one) => one.grantees ?? []))];
    const users = useResources(ids.map((userId) => at("/user-api/v201804/users/{userId}", { userId })));
    const nameOf = (id: string) => {
        const user = users[ids.indexOf(id)]?.data;
        return user === undefined ? id : `${user.firstName} ${user.lastName}`;
    };
    const [was, is, typed] = [before, theirs, mine].map((one) => definitionTexts(one, areas, nameOf));
    return (
        <div class="notice bad" role="alert">
            <p><strong>{parts.conflictTitle}.</strong> {parts.conflictText}</p>
            <Differences layout={layout} before={was ?? {}} theirs={is ?? {}} mine={typed ?? {}} />
            <div class="buttons">
                <Button onClick={onMine}>{parts.saveMine}</Button>
                <Button onClick={onTheirs}>{parts.useTheirs}</Button>
            </div>
        </div>
    );
}
