// Small line drawings, 16 × 16, in the colour of the text beside them. They say nothing that the text does not.
const drawings = {
    today: "M3 4.5h10v8.5H3zM3 7h10M5.5 2.5v2M10.5 2.5v2",
    jobs: "M2.5 5.5h11v7.5h-11zM5.5 5.5V3h5v2.5M2.5 9h11",
    candidates: "M8 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM3 13.5c.4-2.8 2.3-4 5-4s4.6 1.2 5 4",
    offers: "M4 2.5h5.5L12.5 5.5v8h-8.5zM9 2.5v3.5h3.5M6 9h4M6 11.2h3",
    reports: "M2.5 13.5h11M4.5 11V8M8 11V3M11.5 11V5.5",
    developers: "M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5",
    settings: "M2.5 4.5h6M12 4.5h1.5M2.5 11.5H4M7.5 11.5h6M10.2 6.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4zM5.8 13.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4z",
    search: "M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.5 10.5l3 3",
    chevron: "M4.5 6.5 8 10l3.5-3.5",
} as const;

export type IconName = keyof typeof drawings;

export function Icon({ name }: { name: IconName }) {
    return (
        <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round">
            <path d={drawings[name]} />
        </svg>
    );
}
