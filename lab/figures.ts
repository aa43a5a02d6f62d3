/** What a campaign or a benchmark found, in print order. */
export type Figures = Record<string, string | number>;

/** One line for each figure. docs/reliability.md and docs/performance.md have what was recorded by hand. */
export function printFigures(figures: Figures): void {
  for (const [name, figure] of Object.entries(figures)) {
    console.log(`   ${name.padEnd(40)} ${figure}`);
  }
}

/** The value that this part of the values, such as 0.99, stays below; 1 is the largest. NaN if there are none. */
export const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ??
  Number.NaN;

export const median = (values: readonly number[]): number => percentile(values, 0.5);
