// JSON pointers (RFC 6901): where a field stands in a body, as the dataPath of a fault says it.
function keysOf(pointer: string): string[] {
    return pointer.split("/").slice(1).map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

export function getAt(value: unknown, pointer: string): unknown {
    return keysOf(pointer).reduce<unknown>((found, key) => (found as Record<string, unknown> | null | undefined)?.[key], value);
}

// A copy with another value at the place; undefined removes it, and objects that become empty with it.
export function setAt<T>(value: T, pointer: string, next: unknown): T {
    return setKeys(value, keysOf(pointer), next) as T;
}

function setKeys(value: unknown, keys: readonly string[], next: unknown): unknown {
    const [key, ...rest] = keys;
    if (key === undefined) return next;
    const copy: Record<string, unknown> = { ...(value as Record<string, unknown> | undefined) };
    const member = setKeys(copy[key], rest, next);
    const empty = rest.length > 0 && typeof member === "object" && member !== null && Object.keys(member).length === 0;
    if (member === undefined || empty) delete copy[key];
    else copy[key] = member;
    return copy;
}
