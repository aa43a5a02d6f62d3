import type { Language } from '../../content/languages.ts';
import { services } from '../../content/services.ts';
import { contactFields, type ServiceValue, serviceValues } from '../../contract/contact-fields.ts';
import { describePosition } from '../position/describe-position.ts';
import type { Draft } from './draft.ts';
import type { FormWords } from './load-words.ts';

/** A line that goes with the message, like "Where: Near Humble". */
export interface Line {
  /** What it is the answer to: an id in the draft's answers, or "location". */
  id: string;
  label: string;
  /** As the form shows it. */
  value: string;
  /** As it is sent: a location has coordinates and a map link too. */
  text: string;
}

/** The id of a service's question. */
export const questionId = (service: ServiceValue, index: number) => `${service}-${index}`;

/** Whether the form asks where the visitor is, or for the yard. */
export const asksForYard = (service: string | undefined) =>
  services.some((one) => one.id === service && one.comesTo === 'yard');

/** The lines of a draft, place first. */
export function linesOf(draft: Draft, language: Language, words: FormWords['roadside']): Line[] {
  const { answers, fields, location } = draft;
  const { lines, sign } = words.position;
  const line = (id: string, label: string, answer = '', more = '') => {
    const value = answer.replace(/\s+/g, ' ').trim();
    return value ? [{ id, label, value, text: `${label}: ${isolated(value)}${more}` }] : [];
  };
  const service = serviceValues.find((value) => value === fields.service);
  const questions = service
    ? words.hints[service].flatMap((label, index) => {
        const id = questionId(service, index);
        return line(id, label, answers[id]);
      })
    : [];
  if (asksForYard(service)) {
    return questions;
  }
  const place = location && describePosition(location, language, words.position);
  const certainty = [place?.accuracy, place?.time].filter(Boolean).join(', ');
  const coordinates = `${lines.coordinates}: ${place?.coordinates}${certainty && ` (${certainty})`}`;
  return [
    ...line('location', lines.where, place?.where, `\n${coordinates}\n${lines.map}: ${place?.map}`),
    ...line('sign', sign, answers.sign),
    ...questions,
  ];
}

/** The message as it is sent: the lines, an empty line, the visitor's own words. */
export function joinMessage(own: string, lines: readonly Line[]): string {
  return [lines.map(({ text }) => text).join('\n'), own.trim()].filter(Boolean).join('\n\n');
}

/** The characters that lines leave to the visitor's own words. */
export const roomWith = (lines: readonly Line[]) =>
  contactFields.message.limit - (lines.length ? joinMessage('.', lines).length - 1 : 0);

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Text whose lines in Arabic, Hebrew and the like are isolated (UAX 9): the words around them keep their order. */
export const isolated = (text: string) =>
  text.replace(/.+/g, (line) => (rightToLeft.test(line) ? `\u2068${line}\u2069` : line));
