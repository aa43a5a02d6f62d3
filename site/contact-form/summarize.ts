import { groupedPhone } from '../../content/phone-number.ts';
import { fieldNames } from '../../contract/contact-fields.ts';
import { isolated } from './bidi.ts';
import type { Fields } from './form-store.ts';
import type { FormWords } from './form-words.ts';

/** A request as labeled values, to read, copy, text or email. */
export function summarize(
  fields: Partial<Fields>,
  { labels, services }: FormWords['form'],
): [label: string, value: string][] {
  return fieldNames.flatMap((name): [string, string][] => {
    const value = fields[name];
    if (!value) return [];
    const shown =
      name === 'service'
        ? (services[value as keyof typeof services] ?? value)
        : name === 'phone'
          ? groupedPhone(value)
          : value;
    return [[labels[name], shown]];
  });
}

export const asText = (rows: readonly [label: string, value: string][]) =>
  rows.map(([label, value]) => `${label}: ${isolated(value)}`).join('\n');
