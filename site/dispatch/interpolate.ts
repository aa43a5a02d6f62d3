/** Fills in a sentence's {placeholders}. Sharing `interpolate` with the site's scripts would add a file to load. */
export const interpolate = (sentence: string, values: Record<string, string | number>) =>
  sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
