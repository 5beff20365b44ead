import { UserName } from "../jobs/job_parts";
import { Button } from "../parts/Button";
import { parts } from "../parts/words";
import { UserSearch } from "../settings/UserSearch";
import { reports as words } from "./words";

export interface GranteesProps {
    readonly users: readonly string[];  // ids
    readonly fault: string | undefined;
    readonly onChange: (users: string[]) => void;
}

export function Grantees({ users, fault, onChange }: GranteesProps) {
    return (
        <fieldset class="form-part">
            <legend>{words.grantees}</legend>
            <p class="quiet">{words.form.granteesHelp}</p>
            <ul class="ordered">
                {users.map((userId) => (
                    <li key={userId}>
                        <UserName userId={userId} />
                        <Button small kind="quiet" label={parts.remove} onClick={() => onChange(users.filter((one) => one !== userId))}>✕</Button>
                    </li>
                ))}
            </ul>
            {fault !== undefined && <p class="notice bad" role="alert">{fault}</p>}
            <UserSearch label={words.form.search} chosen={users} onChoose={(user) => onChange([...users, user.id])} />
        </fieldset>
    );
}
