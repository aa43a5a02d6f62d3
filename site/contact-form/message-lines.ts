/**
 * Lines that the form adds at the head of the message, like "Highway: I-45". The visitor sees and can
 * change them; a line that was changed is the visitor's own from then on.
 */

export interface Written {
  message: string;
  /** The lines that stand at the head of it now. */
  written: string[];
  /** Whether a line had to stay out: the message has a greatest length, and the visitor's own words come first. */
  crowded: boolean;
}

/** Writes lines at the head of a message, in place of those `written` before, as far as they fit. */
export function writeLines(
  message: string,
  written: readonly string[],
  lines: readonly string[],
  limit: number,
): Written {
  const own = ownWords(message, written);
  const fitting: string[] = [];
  for (const line of lines) {
    if (headOf([...fitting, line]).length + own.length <= limit) fitting.push(line);
  }
  return { message: headOf(fitting) + own, written: fitting, crowded: fitting.length < lines.length };
}

/** A message without the lines that were added to it and left as they were. */
export function ownWords(message: string, written: readonly string[]): string {
  const head = headOf(written);
  if (message.startsWith(head)) return message.slice(head.length);
  const ours = [...written];
  const own = message.split('\n').filter((line) => {
    const index = ours.indexOf(line);
    if (index >= 0) ours.splice(index, 1);
    return index < 0;
  });
  return own.join('\n').replace(/^\n+/, '');
}

/** Ends with an empty line: what is typed after it stands apart. */
const headOf = (lines: readonly string[]) => (lines.length ? `${lines.join('\n')}\n\n` : '');
