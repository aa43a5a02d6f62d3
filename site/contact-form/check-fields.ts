import {
  controlCharacter,
  type FieldName,
  fieldNames,
  fieldOf,
  type Problem,
  visibleCharacter,
} from '../../contract/contact-fields.ts';

export type Problems = Partial<Record<FieldName, Problem>>;
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** A field's control in the page. */
export function controlOf(form: HTMLFormElement, name: FieldName): Control {
  return form.elements.namedItem(name) as Control;
}

/** The field values, as they are sent. */
export function valuesOf(form: HTMLFormElement): Record<FieldName, string> {
  return Object.fromEntries(fieldNames.map((name) => [name, controlOf(form, name).value])) as Record<
    FieldName,
    string
  >;
}

/** Validates every field, in form order. */
export function problemsOf(form: HTMLFormElement): Problems {
  const problems: Problems = {};
  for (const name of fieldNames) {
    const problem = problemOf(form, name);
    if (problem) {
      problems[name] = problem;
    }
  }
  return problems;
}

/** The browser validates the email address; the contract sets the limits. */
export function problemOf(form: HTMLFormElement, name: FieldName): Problem | undefined {
  const control = controlOf(form, name);
  const value = control.value.trim();
  const { control: element, required, limit = Number.POSITIVE_INFINITY } = fieldOf(name);
  if (!visibleCharacter.test(value)) {
    return required ? 'missing' : undefined;
  } else if (value.length > limit) {
    return 'tooLong';
  } else if (control.validity.typeMismatch || (element !== 'textarea' && controlCharacter.test(value))) {
    return 'malformed';
  } else {
    return undefined;
  }
}
