// Conflicts by the members that a form edits: others, such as the time of the last use, change by themselves.
import type { Address, Answer, Path } from "../api/address";
import { patch } from "../api/cache";
import { read } from "../api/client";
import { ConflictError } from "../api/errors";

export function sameIn<T extends object>(a: T, b: T, members: readonly (keyof T)[]): boolean {
    return members.every((member) => JSON.stringify(a[member]) === JSON.stringify(b[member]));
}

// Throws ConflictError if one of the members is no longer as it was seen.
export async function requireSame<P extends Path>(address: Address<P>, seen: Answer<P> & object, members: readonly (keyof (Answer<P> & object))[]): Promise<void> {
    const current = (await read(address)) as Answer<P> & object;
    if (sameIn(current, seen, members)) return;
    patch(address, () => current);
    throw new ConflictError(current);
}
