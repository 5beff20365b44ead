import { AddLine } from "../parts/AddLine";
import { Button } from "../parts/Button";
import { Sortable } from "../parts/Sortable";
import type { Stage, Step } from "./hiring_steps";
import { configuration } from "./words";

const words = configuration.process;
const kLongest = 100;  // characters of a name

export interface StepsProps {
    readonly stage: Stage;
    readonly steps: readonly Step[];
    readonly onChange: (steps: Step[]) => void;
}

// The steps of one stage: names, order, and which must not be skipped.
export function Steps({ stage, steps, onChange }: StepsProps) {
    const change = (id: string, part: Partial<Step>) => onChange(steps.map((step) => (step.id === id ? { ...step, ...part } : step)));
    return (
        <>
            {steps.length === 0 && <p class="quiet">{words.noSteps}</p>}
            <Sortable label={configuration.stages[stage]} items={steps} keyOf={(step) => step.id} nameOf={(step) => step.name} onChange={onChange} render={(step) => (
                <div class="step">
                    <input type="text" aria-label={words.stepName} maxLength={kLongest} dir="auto" value={step.name} onInput={(event) => change(step.id, { name: event.currentTarget.value })} />
                    <label class="beside"><input type="checkbox" checked={step.required} onChange={(event) => change(step.id, { required: event.currentTarget.checked })} /> {words.required}</label>
                    <Button small kind="quiet" label={configuration.remove(step.name)} onClick={() => onChange(steps.filter((one) => one.id !== step.id))}>✕</Button>
                </div>
            )} />
            <AddLine label={words.addStep(configuration.stages[stage])} action={configuration.add} maxLength={kLongest} onAdd={(name) => onChange([...steps, { id: crypto.randomUUID(), name, required: false }])} />
        </>
    );
}
