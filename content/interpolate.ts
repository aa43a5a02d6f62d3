/**
 * Replaces the {placeholders} in a sentence. Throws when one has no value: that must stop the build, not
 * reach a visitor.
 */
export function interpolate(sentence: string, values: Record<string, string | number>): string {
  return sentence.replace(/\{(\w+)\}/g, (hole, name: string) => {
    const value = values[name];
    if (value === undefined) {
      throw new Error(`"${sentence}" asks for ${hole}, which nothing fills in here.`);
    }
    return String(value);
  });
}
