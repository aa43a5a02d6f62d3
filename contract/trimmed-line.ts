/** What cannot be seen, and is never meant at an end: spaces, controls, bidirectional and zero-width characters, fillers. */
const unseen = /[\p{Z}\p{Cc}\p{DI}\u2800\ufff9-\ufffc]/u;

/** One line without what cannot be seen at its ends. */
export function trimmedLine(text: string): string {
  const characters = [...text];
  const isUnseen = (index: number) => unseen.test(characters[index] as string);
  let start = 0;
  let end = characters.length;
  // A regular expression would take quadratic time for many spaces before a letter.
  while (start < end && isUnseen(start)) {
    start += 1;
  }
  while (end > start && isUnseen(end - 1)) {
    end -= 1;
  }
  return characters.slice(start, end).join('');
}
