/** The results of a campaign or a benchmark, in print order. */
export type Figures = Record<string, string | number>;

/** Prints each figure on a line. docs/reliability.md and docs/performance.md have figures copied by hand. */
export function printFigures(figures: Figures): void {
  for (const [name, figure] of Object.entries(figures)) {
    console.log(`   ${name.padEnd(40)} ${figure}`);
  }
}

/** Measures each URL in every round, so that other work on this machine affects all of them. */
export async function measureInTurn<Result>(
  rounds: number,
  urls: readonly string[],
  measure: (url: string) => Promise<Result>,
): Promise<Result[][]> {
  const results = urls.map((): Result[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, url] of urls.entries()) {
      results[index]?.push(await measure(url));
    }
  }
  return results;
}

/**
 * Returns the value at a percentile, or NaN if there are no values. `part` is 0.99 for the 99th percentile, or 1 for
 * the largest value.
 */
export const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((first, second) => first - second)[
    Math.min(values.length - 1, Math.floor(values.length * part))
  ] ?? Number.NaN;

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** Formats a median and its ratio to each baseline's median. */
export function compareMedians(values: readonly number[], baselines: readonly (readonly number[])[]): string {
  const ratios = baselines.map((baseline) => (median(values) / median(baseline)).toFixed(2));
  return `${Math.round(median(values))} ms (${ratios.join(' and ')})`;
}
