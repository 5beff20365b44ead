// A list of texts in the differences after a conflict.
export function listed(value: unknown): string {
    return (value as readonly string[]).join(", ");
}
