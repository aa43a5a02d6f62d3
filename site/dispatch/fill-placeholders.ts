/** Fills in a sentence's {placeholders}. `interpolate` is in the form's bundle, which Dispatch doesn't load. */
export const fillPlaceholders = (sentence: string, values: Record<string, string | number>) =>
  sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
