// The steps of a hiring process as a form edits them.
import type { HiringProcess, HiringProcessInput, SubStatuses } from "../api/types";

export type Stage = keyof SubStatuses;
export const kStages: readonly Stage[] = ["IN_REVIEW", "INTERVIEW", "OFFERED"];

export interface Step {
    readonly id: string;  // of the row; the name that it had when the process was opened
    readonly name: string;
    readonly required: boolean;  // must not be skipped
}

export interface ProcessForm {
    readonly name: string;
    readonly active: boolean;
    readonly default: boolean;
    readonly steps: Readonly<Record<Stage, readonly Step[]>>;
}

export const emptyProcess: ProcessForm = { name: "", active: true, default: false, steps: { IN_REVIEW: [], INTERVIEW: [], OFFERED: [] } };

function forStages<T>(make: (stage: Stage) => T): Record<Stage, T> {
    return { IN_REVIEW: make("IN_REVIEW"), INTERVIEW: make("INTERVIEW"), OFFERED: make("OFFERED") };
}

export function formOf(process: HiringProcess): ProcessForm {
    const { name, active, default: isDefault, subStatuses, requiredSubStatuses } = process;
    return { name, active, default: isDefault, steps: forStages((stage) => subStatuses[stage].map((step) => ({ id: step, name: step, required: requiredSubStatuses[stage].includes(step) }))) };
}

export function bodyOf(form: ProcessForm): HiringProcessInput {
    const namesOf = (steps: readonly Step[]) => steps.map((step) => step.name.trim());
    return {
        name: form.name,
        active: form.active,
        default: form.default,
        subStatuses: forStages((stage) => namesOf(form.steps[stage])),
        requiredSubStatuses: forStages((stage) => namesOf(form.steps[stage].filter((step) => step.required))),
    };
}

// A form leaves out what is empty.
export function withStages(form: Partial<ProcessForm>): ProcessForm {
    return { ...emptyProcess, ...form, steps: { ...emptyProcess.steps, ...form.steps } };
}

// Names that occur twice in the whole process, regardless of case: the API refuses them.
export function repeatedSteps(form: ProcessForm): string[] {
    const names = kStages.flatMap((stage) => form.steps[stage].map((step) => step.name.trim().toLowerCase()));
    return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

export function stepsText(steps: readonly Step[]): string {
    return steps.map((step) => (step.required ? `${step.name} *` : step.name)).join(" → ");
}

// The field of a form that shows the place in the body: /subStatuses/INTERVIEW/2 is in /steps/INTERVIEW.
export function placeInForm(path: string): string {
    return path.replace(/^\/(?:required)?[sS]ubStatuses/, "/steps");
}
