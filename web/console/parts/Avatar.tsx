export interface AvatarProps {
    readonly firstName: string;
    readonly lastName: string;
    readonly src?: string;  // of this server
    readonly size?: "small" | "large";
}

// The first letters, by grapheme, so that no emoji and no combined letter is cut.
export function initials(firstName: string, lastName: string): string {
    const first = (text: string) => [...new Intl.Segmenter().segment(text.trim())][0]?.segment ?? "";
    return (first(firstName) + first(lastName)).toUpperCase() || "?";
}

export function Avatar({ firstName, lastName, src, size = "small" }: AvatarProps) {
    if (src !== undefined) return <img class={`avatar ${size}`} src={src} alt="" />;
    return <span class={`avatar ${size}`} aria-hidden="true">{initials(firstName, lastName)}</span>;
}
