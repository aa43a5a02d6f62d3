// Converts the words of older versions, which were TypeScript, into the data of content/words/*.json.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** The texts of the former files, by name. A file that doesn't exist is undefined. */
export type FormerWords = Partial<Record<string, string>>;

/** A part of a sentence that depends on the facts, with one version for each condition. */
interface Choice {
  versions: Record<string, Part[]>;
}
type Part = string | Choice;

/**
 * Characters that no sentence contains. They mark a choice and its versions while we execute the old TypeScript word
 * files.
 */
const marks = { begin: '\uE000', version: '\uE001', text: '\uE002', end: '\uE003' };

/** A stand-in for the former by-facts.ts. Each function returns all versions of a text instead of one. */
const byFacts = `
  const choose = (versions) => '${marks.begin}' + Object.entries(versions)
    .map(([condition, text]) => '${marks.version}' + condition + '${marks.text}' + text).join('') + '${marks.end}';
  export const byHours = (always, sometimes) => choose({ answeredDayAndNight: always, otherwise: sometimes });
  export const byPaging = (none, whole, brief = whole) =>
    choose(brief === whole
      ? { phonesRing: whole, otherwise: none }
      : { phonesRingWithoutDetails: brief, phonesRing: whole, otherwise: none });
  export const ifClaimed = (claim, text) =>
    choose({ [claim === 'years' ? 'yearsOfExperience' : claim]: text, otherwise: '' });
`;

/** Converts all former files. Returns the new files' contents by name, like "en.json". */
export async function convertWords(former: FormerWords): Promise<Record<string, Json>> {
  const folder = mkdtempSync(join(tmpdir(), 'former-words-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    for (const [file, text = ''] of Object.entries({ ...former, 'by-facts.ts': byFacts })) {
      writeFileSync(join(folder, file), text);
    }
    const read = async (file: string, name: string): Promise<Record<string, Json>> =>
      former[file] ? readExport(join(folder, file), name) : {};
    return await arrangeWords(former, read);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function arrangeWords(
  former: FormerWords,
  read: (file: string, name: string) => Promise<Record<string, Json>>,
): Promise<Record<string, Json>> {
  const { textMessage = {}, ...mail } = await read('mail.ts', 'mailWords');
  const siteNow = await read('site-now.ts', 'siteNowWords');
  const converted: Record<string, Json> = {};
  for (const file of Object.keys(former)) {
    const language = /^([a-z]{2})\.ts$/.exec(file)?.[1];
    if (language && former[file]) {
      converted[`${language}.json`] = {
        $schema: '../json-schema/words.json',
        ...(await read(file, language)),
        ...pickDefined('siteNow', siteNow[language]),
        ...pickDefined('textMessage', (textMessage as Record<string, Json>)[language]),
      };
    }
  }
  if (former['mail.ts']) {
    converted['mail.json'] = { $schema: '../json-schema/mail.json', ...mail };
  }
  return converted;
}

const pickDefined = (key: string, value: Json | undefined) => (value === undefined ? {} : { [key]: value });

/** Runs a former file and returns one of its exports as data. */
async function readExport(path: string, name: string): Promise<Record<string, Json>> {
  const { [name]: words } = await import(/* @vite-ignore */ pathToFileURL(path).href);
  return convertValue(words) as Record<string, Json>;
}

function convertValue(value: unknown): Json {
  if (typeof value === 'string') {
    return toSentence(parseChoices(value));
  } else if (Array.isArray(value)) {
    return value.map(convertValue);
  } else if (value && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, convertValue(inner)]));
  }
  return value as Json;
}

/** Splits a marked text into plain text and choices, which may be nested. */
function parseChoices(text: string): Part[] {
  const tokens = text.split(/([\uE000-\uE003])/).filter(Boolean);
  const readParts = (): Part[] => {
    const parts: Part[] = [];
    while (tokens.length > 0 && tokens[0] !== marks.version && tokens[0] !== marks.end) {
      const token = tokens.shift() as string;
      parts.push(token === marks.begin ? readChoice() : token);
    }
    return parts;
  };
  const readChoice = (): Choice => {
    const versions: Choice['versions'] = {};
    while (tokens.shift() === marks.version) {
      const condition = tokens.shift() as string;
      tokens.shift();
      versions[condition] = readParts();
    }
    return { versions };
  };
  return readParts();
}

/**
 * Converts parts to a sentence. If a sentence has one variable part, writes out every complete version, which is
 * easiest to edit. Several variable parts become `joined`.
 */
function toSentence(parts: Part[]): Json {
  const choices = parts.filter((part): part is Choice => typeof part !== 'string');
  const [choice] = choices;
  if (!choice) {
    return parts.join('');
  } else if (choices.length > 1) {
    return { joined: parts.map((part) => toSentence([part])) };
  }
  const place = parts.indexOf(choice);
  const entries = Object.entries(choice.versions).map(([condition, version]): [string, Json] => [
    condition,
    toSentence([...parts.slice(0, place), ...version, ...parts.slice(place + 1)]),
  ]);
  return Object.fromEntries(entries);
}
