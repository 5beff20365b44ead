import { Button } from "../parts/Button";
import { parseColor } from "./color";
import { configuration } from "./words";

const words = configuration.careers;
const kFirst = "#0b6b4f";  // shown by the picker while there is no colour

// A colour as text, with the picker of the browser.
export function ColorInput({ label, value, onChange }: { label: string; value: string | undefined; onChange: (value: unknown) => void }) {
    return (
        <div class="color-input">
            <input type="color" aria-label={words.pick(label)} value={parseColor(value) === undefined ? kFirst : value} onInput={(event) => onChange(event.currentTarget.value)} />
            <input type="text" aria-label={label} placeholder={words.default} maxLength={7} spellcheck={false} autocomplete="off" value={value ?? ""} onInput={(event) => onChange(event.currentTarget.value === "" ? undefined : event.currentTarget.value)} />
            {value !== undefined && <Button small kind="quiet" label={configuration.remove(label)} onClick={() => onChange(undefined)}>✕</Button>}
        </div>
    );
}
