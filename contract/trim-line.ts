/** A character to trim: white space, a control character, or one that is invisible, like a direction mark. */
const invisible = /[\p{Z}\p{Cc}\p{DI}\u2800\ufff9-\ufffc]/u;

/** Trims invisible characters from both ends of a line. */
export function trimLine(text: string): string {
  const characters = [...text];
  const isInvisible = (index: number) => invisible.test(characters[index] as string);
  let start = 0;
  let end = characters.length;
  // A regular expression would need quadratic time for many spaces before a letter.
  while (start < end && isInvisible(start)) {
    start += 1;
  }
  while (end > start && isInvisible(end - 1)) {
    end -= 1;
  }
  return characters.slice(start, end).join('');
}
