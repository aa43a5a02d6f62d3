import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFactErrors, schemas } from '../content/schema.ts';
import { findLines } from './json-lines.ts';

/** Returns sentences about errors in the files of facts, with the fix. A file with a syntax error gets only one. */
export function findFactFileErrors(folder = '.'): string[] {
  return (Object.keys(schemas) as (keyof typeof schemas)[]).flatMap((name) => {
    const file = `content/${name}.json`;
    const { text = '', data, error } = readJson(file, join(folder, file));
    if (error) {
      return [error];
    }
    const { lines, repeated } = findLines(text);
    return [
      ...repeated.map((path) => `"${path}" in ${file}, line ${lines.get(path)}, appears twice. Delete one.`),
      ...findFactErrors(name, data),
    ];
  });
}

interface JsonFile {
  text?: string;
  data?: unknown;
  /** A sentence about a file that can't be read. */
  error?: string;
}

/** Reads a JSON file. `file` is its name in error messages. */
export function readJson(file: string, path: string): JsonFile {
  if (!existsSync(path)) {
    return { error: `There is no ${file}. Restore it with "git checkout ${file}".` };
  }
  const text = readFileSync(path, 'utf8');
  if (text.startsWith('\uFEFF')) {
    return { error: `${file} begins with a byte order mark. Save it as UTF-8 without BOM.` };
  }
  try {
    return { text, data: JSON.parse(text) };
  } catch (error) {
    return { error: `${file} cannot be read: ${describeSyntaxFault(text, (error as Error).message)}` };
  }
}

/**
 * Describes a syntax error. Usually, the fault is where Node found it, or at the end of the previous line. A missing }
 * or ] may belong much earlier.
 */
function describeSyntaxFault(text: string, message: string): string {
  const position = findPosition(text, message);
  const before = text.slice(0, position).trimEnd();
  const line = before.split('\n').length;
  const here = text.slice(before.length).trimStart();
  const around = text.split('\n').slice(line - 1, line + 1);
  if (around.some((part) => /[“”„‘’]/.test(part.replace(/"[^"]*"/g, '')))) {
    return `line ${line} or ${line + 1} has curly quotes. Use straight quotes: ".`;
  } else if (/^[\]}]/.test(here) && before.endsWith(',')) {
    return `line ${line} ends with a comma, and nothing follows. Remove the comma.`;
  } else if (hasQuoteInText(around[0] ?? '')) {
    return `a text in line ${line} contains a double quote. Put a backslash before it: \\".`;
  } else if (((around[0] ?? '').match(unescapedQuote) ?? []).length % 2 === 1) {
    return `line ${line} has a text without its opening or closing quote. Put each text in straight double quotes.`;
  } else if (here.startsWith('"')) {
    return `a comma is missing. Add it at the end of line ${line}.`;
  } else if (here === '') {
    return 'it ends too early. Add the closing } or ].';
  }
  return `something is wrong near line ${line}. Put each text in straight double quotes, and a comma after every entry except the last.`;
}

const unescapedQuote = /(?<!\\)"/g;

/** Whether a line like `"call": "Press "Call".",` has more quotes than a key and a text need. */
function hasQuoteInText(line: string): boolean {
  const quotes = line.match(unescapedQuote) ?? [];
  return /^\s*"\w+":\s*"[^[{]*$/.test(line) && quotes.length > 4;
}

/**
 * Finds the position of a syntax error. Node's message has the position, or quotes the text with ten characters on each
 * side of it. Without either, the error is at the end.
 */
function findPosition(text: string, message: string): number {
  const [, position] = /position (\d+)/.exec(message) ?? [];
  const [, isCut, shown] = /, (\.\.\.)?"([\s\S]+)"(?:\.\.\.)? is not valid JSON/.exec(message) ?? [];
  if (position !== undefined) {
    return Number(position);
  } else {
    return shown === undefined ? text.length : isCut ? text.indexOf(shown) + 10 : shown.length - 10;
  }
}
