import type { FieldLayout } from "../parts/Field";
import { PickedTitle } from "../parts/Picker";
import { getAt } from "../parts/pointer";
import { Text } from "../parts/Text";
import { differencesOf } from "./job_change";
import { jobs as words } from "./words";

export interface DifferencesProps {
    readonly layout: readonly FieldLayout[];  // for names of fields and values
    readonly before: object;
    readonly theirs: object;
    readonly mine: object;
}

function Value({ field, value }: { field: FieldLayout | undefined; value: unknown }) {
    if (value === undefined || value === null) return <span class="quiet">{words.conflict.empty}</span>;
    if (field?.textOf !== undefined) return <Text>{field.textOf(value)}</Text>;
    if (field?.picker !== undefined) return <PickedTitle source={field.picker} value={String(value)} />;
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return <Text>{field?.options?.find((option) => option.value === text)?.title ?? text}</Text>;
}

// What others changed, beside what was there and what is typed now.
export function Differences({ layout, before, theirs, mine }: DifferencesProps) {
    return (
        <div class="chart-table">
            <table>
                <thead><tr><th scope="col">{words.conflict.field}</th><th scope="col">{words.conflict.before}</th><th scope="col">{words.conflict.theirs}</th><th scope="col">{words.conflict.mine}</th></tr></thead>
                <tbody>
                    {differencesOf(before, theirs).map(({ path }) => {
                        const field = layout.find((one) => one.path === path || one.path.startsWith(`${path}/`));
                        const at = field?.path ?? path;
                        return (
                            <tr key={path}>
                                <th scope="row">{field?.label ?? path}</th>
                                {[before, theirs, mine].map((version, index) => <td key={index}><Value field={field} value={getAt(version, at)} /></td>)}
                            </tr>
                        );
                    })}
                </tbody>
            </table>
            <p class="quiet">{words.conflict.explanation}</p>
        </div>
    );
}
