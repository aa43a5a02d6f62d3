/** Each gets lines of its own: a line with the end of one and the start of the next reads as neither. */
export function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.?!] )/);
}
