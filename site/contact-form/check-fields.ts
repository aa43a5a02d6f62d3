import { interpolate } from '../../content/interpolate.ts';
import {
  controlCharacter,
  emailAddress,
  type FieldName,
  fieldNames,
  fieldOf,
  normalizeValue,
  type Problem,
  visibleCharacter,
} from '../../contract/contact-fields.ts';
import { type Line, roomWith } from './lines.ts';
import type { FormWords } from './load-words.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What to say at each field that fails. */
export type Problems = Partial<Record<FieldName, string>>;

/** A field's control in the page; looked up when used, for an add-on may have moved it. */
export function controlOf(form: HTMLFormElement, name: FieldName): Control {
  return form.querySelector(`#contact-${name}`) as Control;
}

/** Moves focus to a field. Its label says what it is, and is above the control that the browser scrolls to. */
export function focusField(form: HTMLFormElement | null, name: FieldName) {
  const control = form && controlOf(form, name);
  control?.focus();
  control?.labels?.[0]?.scrollIntoView({ block: 'nearest' });
}

/** The field values, as typed. */
export function valuesOf(form: HTMLFormElement): Record<FieldName, string> {
  return Object.fromEntries(fieldNames.map((name) => [name, controlOf(form, name).value])) as Record<
    FieldName,
    string
  >;
}

/** The values as they are sent. */
export function normalizedValues(values: Record<FieldName, string>): Record<FieldName, string> {
  const entries = fieldNames.map((name) => [name, normalizeValue(fieldOf(name), values[name])]);
  return Object.fromEntries(entries) as Record<FieldName, string>;
}

/** Checks values by the contract's rules, in form order, given the lines that go with the message. */
export function problemsOf(
  values: Record<FieldName, string>,
  lines: readonly Line[],
  words: FormWords['form'],
  names = fieldNames,
): Problems {
  return Object.fromEntries(
    names.flatMap((name) => {
      const problem = problemOf(name, values[name], lines);
      return problem
        ? [[name, interpolate(words.problems[name][problem], { limit: limitOf(name, lines) })]]
        : [];
    }),
  );
}

/** A field's limit: that of the contract, less what lines take of the message. */
const limitOf = (name: FieldName, lines: readonly Line[]) =>
  name === 'message' ? roomWith(lines) : (fieldOf(name).limit ?? Number.POSITIVE_INFINITY);

function problemOf(name: FieldName, typed: string, lines: readonly Line[]): Problem | undefined {
  const field = fieldOf(name);
  const value = normalizeValue(field, typed);
  if (!visibleCharacter.test(value)) {
    return field.required && !(name === 'message' && lines.length) ? 'missing' : undefined;
  } else if (value.length > limitOf(name, lines)) {
    return 'tooLong';
  } else if (
    (field.type === 'email' && !emailAddress.test(value)) ||
    (field.control !== 'textarea' && controlCharacter.test(value))
  ) {
    return 'malformed';
  } else {
    return undefined;
  }
}
