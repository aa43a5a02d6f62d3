import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import { knownLanguages } from '../content/known-languages.ts';
import { wordSchemas } from '../content/words/schema.ts';
import { findLines } from './json-lines.ts';
import { readJson } from './read-facts.ts';

/** Returns sentences about mistakes in content/words/*.json, with the file, the fix, and the line if there is one. */
export function findWordFileErrors(folder = '.'): string[] {
  const names = globSync('*.json', { cwd: join(folder, 'content/words') });
  const files = new Set([...Object.keys(knownLanguages).map((language) => `${language}.json`), ...names]);
  return [...files].sort().flatMap((name) => findFileErrors(folder, `content/words/${name}`));
}

/** Names a sentence with its file and line, like `"hero.text" in content/words/en.json, line 81,`. */
export function locateSentence(path: string, language: string): string {
  const file = `content/words/${language}.json`;
  return formatPlace(file, path, findLines(readFileSync(file, 'utf8')).lines);
}

function formatPlace(file: string, path: string, lines: Map<string, number>): string {
  const line = lines.get(path);
  return `"${path}" in ${file}${line === undefined ? '' : `, line ${line},`}`;
}

function findFileErrors(folder: string, file: string): string[] {
  const english = 'content/words/en.json';
  if (file !== english && !existsSync(join(folder, file))) {
    return [`There is no ${file}. Translate ${english} there, or restore it with "git checkout ${file}".`];
  }
  const { text = '', data, error } = readJson(file, join(folder, file));
  if (error) {
    return [error];
  }
  const { lines, repeated } = findLines(text);
  const { $schema, ...words } = data as { $schema?: unknown };
  const { issues = [] } = v.safeParse(wordSchemas[basename(file) === 'mail.json' ? 'mail' : 'words'], words);
  return [
    ...repeated.map((path) => `${formatPlace(file, path, lines)} appears twice. Delete one.`),
    ...issues.map((issue) => describeIssue(issue, file, lines)),
    ...listTexts(words)
      .filter(([, sentence]) => /[{}]/.test(sentence.replaceAll(/\{\w+\}/g, '')))
      .map(
        ([path]) =>
          `${formatPlace(file, path, lines)} has an unmatched brace. Placeholders look like {phone}.`,
      ),
  ];
}

function describeIssue(issue: v.BaseIssue<unknown>, file: string, lines: Map<string, number>): string {
  const path = v.getDotPath(issue) ?? '';
  const parent = path.split('.').slice(0, -1).join('.');
  const place = formatPlace(file, path, lines);
  if (issue.expected === 'never') {
    return `${place} is unknown. ${issue.message}`;
  } else if (issue.received === 'undefined') {
    const target = parent ? `"${parent}" (line ${lines.get(parent)})` : file;
    return `"${path}" is missing in ${file}. Add it to ${target}${/\/(en|mail)\.json$/.test(file) ? '' : ', as in content/words/en.json'}.`;
  }
  const value = JSON.stringify(issue.path?.at(-1)?.value ?? issue.input);
  return `${place} is ${value.length > 60 ? `${value.slice(0, 60)}…` : value}. ${issue.message}`;
}

/** Lists the texts with their paths, including every variant of a sentence that depends on a fact. */
function listTexts(part: unknown, path = ''): [path: string, text: string][] {
  return Object.entries(part as object).flatMap(([key, value]): [string, string][] =>
    typeof value === 'object' && value ? listTexts(value, `${path}${key}.`) : [[path + key, String(value)]],
  );
}
