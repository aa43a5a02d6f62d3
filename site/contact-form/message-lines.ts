import type { Language } from '../../content/languages.ts';
import { services } from '../../content/services.ts';
import { contactFields, type ServiceValue, serviceValues } from '../../contract/contact-fields.ts';
import { describePosition } from '../position/describe-position.ts';
import type { Draft } from './draft.ts';
import type { FormWords } from './load-words.ts';

/** A line that is sent with the message, like "Where: Near Humble". */
export interface MessageLine {
  /** The answer's question ID in the draft, "sign" for a typed place, or "position". */
  id: string;
  label: string;
  /** The value for the call card. */
  value: string;
  /** The line as it is sent. A position also has its coordinates and a map link. */
  text: string;
}

/** Returns the ID of a service's question. */
export const createQuestionId = (service: ServiceValue, index: number) => `${service}-${index}`;

/** Whether the form asks for the yard instead of the visitor's position. */
export const asksForYard = (service: string | undefined) =>
  services.some(({ id, comesTo }) => id === service && comesTo === 'yard');

/** Returns the lines of a draft. A position comes first. */
export function createMessageLines(
  draft: Draft,
  language: Language,
  words: FormWords['extras'],
): MessageLine[] {
  const { answers, fields, position } = draft;
  const { lines, sign } = words.position;
  const createOptionalLine = (id: string, label: string, answer = '', more = '') => {
    const value = answer.replace(/\s+/g, ' ').trim();
    return value ? [{ id, label, value, text: `${label}: ${isolateRightToLeft(value)}${more}` }] : [];
  };
  const service = serviceValues.find((value) => value === fields.service);
  const questions = service
    ? words.hints[service].flatMap((label, index) => {
        const id = createQuestionId(service, index);
        return createOptionalLine(id, label, answers[id]);
      })
    : [];
  if (asksForYard(service)) {
    return questions;
  }
  const place = position && describePosition(position, language, words.position);
  const certainty = [place?.accuracy, place?.time].filter(Boolean).join(', ');
  const coordinates = `${lines.coordinates}: ${place?.coordinates}${certainty && ` (${certainty})`}`;
  return [
    ...createOptionalLine(
      'position',
      lines.where,
      place?.where,
      `\n${coordinates}\n${lines.map}: ${place?.map}`,
    ),
    ...createOptionalLine('sign', sign, answers.sign),
    ...questions,
  ];
}

/** Returns the message as it is sent. The lines and the visitor's own words have an empty line between them. */
export function joinMessage(ownWords: string, lines: readonly MessageLine[]): string {
  return [lines.map(({ text }) => text).join('\n'), ownWords.trim()].filter(Boolean).join('\n\n');
}

/** Returns how many characters the lines leave for the visitor's own words. */
export const getRemainingLength = (lines: readonly MessageLine[]) =>
  contactFields.message.limit - (lines.length ? joinMessage('.', lines).length - 1 : 0);

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Isolates lines with Arabic, Hebrew, or similar letters (UAX 9), so the words around them keep their order. */
export const isolateRightToLeft = (text: string) =>
  text.replace(/.+/g, (line) => (rightToLeft.test(line) ? `\u2068${line}\u2069` : line));
