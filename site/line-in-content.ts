import { existsSync, readFileSync } from 'node:fs';

/**
 * The sentence with the line of the file that it speaks of, like "(content/business.json, line 12)": the first
 * that holds the words it quotes. Unchanged when they are in none of the files, as something missing is.
 */
export function withLine(sentence: string): string {
  const [, quoted] = /"([^"]+)"/.exec(sentence) ?? [];
  const files = [...sentence.matchAll(/content\/[\w/-]+\.(?:ts|json)/g)].map(([file]) => file);
  for (const file of [...new Set([...files, 'content/services.json'])].filter(existsSync)) {
    const line = quoted === undefined ? 0 : lineOf(readFileSync(file, 'utf8').split('\n'), quoted);
    if (line > 0) {
      return `${sentence} (${file}, line ${line})`;
    }
  }
  return sentence;
}

/** Of the words themselves, or of a path like "hero.headline": each key below the one before it. 0 when there is none. */
function lineOf(lines: readonly string[], quoted: string): number {
  const whole = lines.findIndex((line) => line.includes(quoted));
  if (whole >= 0 || !/^\w+(\.\w+)+$/.test(quoted)) {
    return whole + 1;
  }
  let at = -1;
  for (const key of quoted.split('.')) {
    const next = lines.findIndex((line, index) => index > at && line.trimStart().startsWith(`${key}:`));
    if (next < 0) {
      return at + 1;
    }
    at = next;
  }
  return at + 1;
}
