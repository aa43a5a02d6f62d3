import { interpolate } from '../../content/interpolate.ts';
import type { Language } from '../../content/languages.ts';
import { services } from '../../content/services.ts';
import { contactFields, type ServiceValue, serviceValues } from '../../contract/contact-fields.ts';
import { describePosition } from '../position/describe-position.ts';
import type { Draft } from './draft.ts';
import type { FormWords } from './form-words.ts';

/** A line that goes with the message, like "Highway: I-45". */
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
  const { lines, fields: labels, directions, spots } = words.position;
  const line = (id: string, label: string, answer = '', text?: string) => {
    const value = answer.replace(/\s+/g, ' ').trim();
    return value ? [{ id, label, value, text: text ?? `${label}: ${value}` }] : [];
  };
  const place = location && describePosition(location, language, words.position);
  const service = serviceValues.find((value) => value === fields.service);
  return [
    ...(asksForYard(service)
      ? []
      : [
          ...line(
            'location',
            lines.where,
            place?.where,
            place &&
              `${lines.where}: ${place.where}\n${lines.coordinates}: ${place.coordinates} (${place.accuracy}, ${place.time})\n${lines.map}: ${place.map}`,
          ),
          ...line('highway', labels.highway, highwayOf(draft, words)),
          ...line('direction', labels.direction, chosenIn(directions, answers.direction)),
          ...line('spot', labels.spot, chosenIn(spots, answers.spot)),
          ...line('sign', labels.sign, answers.sign),
        ]),
    ...(service
      ? words.hints[service].flatMap((label, index) => {
          const id = questionId(service, index);
          return line(id, label, answers[id]);
        })
      : []),
  ];
}

/** The name of a choice. A stored draft may hold a choice that this release does not know. */
export const chosenIn = (names: Readonly<Record<string, string>>, choice = '') =>
  Object.hasOwn(names, choice) ? names[choice] : undefined;

/** The visitor's highway, or else the closest match. */
export function highwayOf({ answers, location }: Draft, { position }: FormWords['roadside']) {
  return (
    answers.highway || (location?.highway && interpolate(position.probably, { highway: location.highway }))
  );
}

/** The message as it is sent: the lines, an empty line, the visitor's own words. */
export function joinMessage(own: string, lines: readonly Line[]): string {
  return [lines.map(({ text }) => text).join('\n'), own.trim()].filter(Boolean).join('\n\n');
}

/** The characters that lines leave to the visitor's own words. */
export const roomBeside = (lines: readonly Line[]) =>
  contactFields.message.limit - (lines.length ? joinMessage('.', lines).length - 1 : 0);
