import { interpolate } from '../../content/interpolate.ts';
import type { Language } from '../../content/languages.ts';
import type { ServiceValue } from '../../contract/contact-fields.ts';
import { describePosition } from '../position/describe-position.ts';
import type { Draft } from './draft.ts';
import type { FormWords } from './form-words.ts';

/** Ids of the short inputs beside the position. */
export const placeInputs = ['highway', 'direction', 'sign'] as const;

/** The id of a service's short input. */
export const hintId = (service: ServiceValue, index: number) => `${service}-${index}`;

/** Position and short inputs as labeled lines, place first. */
export function addedLines(
  draft: Draft,
  service: ServiceValue | '',
  language: Language,
  words: FormWords['roadside'],
): string[] {
  const { lines, fields } = words.position;
  const place = describePlace(draft, language, words);
  const labeled = [
    [lines.where, place.where],
    [fields.highway, place.highway],
    [fields.direction, draft.short.direction],
    [fields.sign, draft.short.sign],
    [lines.coordinates, place.coordinates && `${place.coordinates} (${place.accuracy}, ${place.time})`],
    [lines.map, place.map],
    ...hintsOf(draft, service, words),
  ];
  return labeled.flatMap(([label, value]) => (value ? [`${label}: ${value}`] : []));
}

/** The position in words, with the visitor's highway, or else the closest match. */
export function describePlace(
  { fix, short }: Draft,
  language: Language,
  { position }: FormWords['roadside'],
) {
  const probably = fix?.highway && interpolate(position.probably, { highway: fix.highway });
  return { ...(fix && describePosition(fix, language, position)), highway: short.highway || probably };
}

/** The chosen service's hints, with the values filled in. */
export function hintsOf({ short }: Draft, service: ServiceValue | '', { hints }: FormWords['roadside']) {
  return service ? hints[service].map((label, index) => [label, short[hintId(service, index)]] as const) : [];
}
