/** Replaces the {placeholders} in a sentence. Throws if one has no value, because no visitor may see a placeholder. */
export function interpolate(sentence: string, values: Record<string, string | number>): string {
  return sentence.replace(/\{(\w+)\}/g, (hole, name: string) => {
    const value = values[name];
    if (value === undefined) {
      throw new Error(`"${sentence}" asks for ${hole}, which nothing fills in here.`);
    }
    return String(value);
  });
}
