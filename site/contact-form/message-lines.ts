/**
 * Lines that the form adds at the top of the message, like "Highway: I-45". The visitor can see and edit
 * them; an edited line belongs to the visitor from then on.
 */

export interface Written {
  message: string;
  /** The lines now at the top of it. */
  written: string[];
  /** Whether a line was left out: the length is limited, and the visitor's own words take priority. */
  crowded: boolean;
}

/** Writes as many lines as fit at the top of a message, replacing those `written` before. */
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

/** The message without the added lines that are unchanged. */
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

/** Ends with an empty line, to separate it from what is typed. */
const headOf = (lines: readonly string[]) => (lines.length ? `${lines.join('\n')}\n\n` : '');
