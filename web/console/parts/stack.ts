// Each series on top of those before it; drawn from the highest to the lowest, so that all stay visible.
export function stack(series: readonly (readonly (number | null)[])[]): number[][] {
    const sums: number[] = [];
    return series.map((values) => values.map((value, index) => (sums[index] = (sums[index] ?? 0) + (value ?? 0))));
}
