import {
  controlCharacter,
  type FieldName,
  fieldNames,
  fieldOf,
  type Problem,
  type Problems,
  visibleCharacter,
} from '../../contract/contact-fields.ts';
import { type Line, roomBeside } from './lines.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** A field's control in the page. */
export function controlOf(form: HTMLFormElement, name: FieldName): Control {
  return form.elements.namedItem(name) as Control;
}

/** The field values, as typed. */
export function valuesOf(form: HTMLFormElement): Record<FieldName, string> {
  return Object.fromEntries(fieldNames.map((name) => [name, controlOf(form, name).value])) as Record<
    FieldName,
    string
  >;
}

/** Validates fields, in form order, given the lines that go with the message. */
export function problemsOf(form: HTMLFormElement, lines: readonly Line[], names = fieldNames): Problems {
  return Object.fromEntries(
    names.flatMap((name) => {
      const problem = problemOf(controlOf(form, name), name, lines);
      return problem ? [[name, problem]] : [];
    }),
  );
}

/** A field's limit: that of the contract, less what lines take of the message. */
export const limitOf = (name: FieldName, lines: readonly Line[]) =>
  name === 'message' ? roomBeside(lines) : (fieldOf(name).limit ?? Number.POSITIVE_INFINITY);

/** The browser validates the email address; the contract sets the limits. */
function problemOf(control: Control, name: FieldName, lines: readonly Line[]): Problem | undefined {
  const value = control.value.trim();
  const { control: element, required } = fieldOf(name);
  if (!visibleCharacter.test(value)) {
    return required && !(name === 'message' && lines.length) ? 'missing' : undefined;
  } else if (value.length > limitOf(name, lines)) {
    return 'tooLong';
  } else if (control.validity.typeMismatch || (element !== 'textarea' && controlCharacter.test(value))) {
    return 'malformed';
  } else {
    return undefined;
  }
}
