/** Fills in a sentence's {placeholders}. It is a copy: see "Shared modules" in docs/architecture.md. */
export const interpolate = (sentence: string, values: Record<string, string | number>) =>
  sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
