import { interpolate } from '../../content/interpolate.ts';
import {
  controlCharacter,
  emailAddress,
  type FieldErrorCode,
  type FieldName,
  fieldNames,
  getField,
  normalizeValue,
  visibleCharacter,
} from '../../contract/contact-fields.ts';
import type { FormWords } from './load-words.ts';
import { getRemainingLength, type MessageLine } from './message-lines.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export type FieldErrorMessages = Partial<Record<FieldName, string>>;

/** Finds a field's control. Query it each time, because React may have replaced it. */
export function findControl(form: HTMLFormElement, name: FieldName): Control {
  return form.querySelector(`#contact-${name}`) as Control;
}

/** Moves focus to a field, and scrolls to its label. The browser itself scrolls only to the control below the label. */
export function focusField(form: HTMLFormElement | null, name: FieldName) {
  const control = form && findControl(form, name);
  control?.focus();
  control?.labels?.[0]?.scrollIntoView({ block: 'nearest' });
}

/** Returns the field values as typed. */
export function readValues(form: HTMLFormElement): Record<FieldName, string> {
  return Object.fromEntries(fieldNames.map((name) => [name, findControl(form, name).value])) as Record<
    FieldName,
    string
  >;
}

/** Returns the values as they are sent, but the message without its lines. */
export function normalizeValues(values: Record<FieldName, string>): Record<FieldName, string> {
  const entries = fieldNames.map((name) => [name, normalizeValue(getField(name), values[name])]);
  return Object.fromEntries(entries) as Record<FieldName, string>;
}

/**
 * Checks values by the contract's rules, in form order. Doesn't check a select's options, because a select has no other
 * values. The lines are sent with the message.
 */
export function validateFields(
  values: Record<FieldName, string>,
  lines: readonly MessageLine[],
  words: FormWords['form'],
  names = fieldNames,
): FieldErrorMessages {
  return Object.fromEntries(
    names.flatMap((name) => {
      const errorCode = validateField(name, values[name], lines);
      return errorCode
        ? [[name, interpolate(words.problems[name][errorCode], { limit: getLengthLimit(name, lines) })]]
        : [];
    }),
  );
}

/** Returns a field's length limit from the contract. The message gets the rest of the limit, after its lines. */
const getLengthLimit = (name: FieldName, lines: readonly MessageLine[]) =>
  name === 'message' ? getRemainingLength(lines) : (getField(name).limit ?? Number.POSITIVE_INFINITY);

function validateField(
  name: FieldName,
  typed: string,
  lines: readonly MessageLine[],
): FieldErrorCode | undefined {
  const field = getField(name);
  const value = normalizeValue(field, typed);
  if (!visibleCharacter.test(value)) {
    return field.required && !(name === 'message' && lines.length) ? 'missing' : undefined;
  } else if (value.length > getLengthLimit(name, lines)) {
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
