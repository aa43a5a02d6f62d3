import { honeypotName } from '../../contract/contact-fields.ts';

/** Whether something stands in the field that people do not see. */
export function fellForHoneypot(sent: Record<string, unknown>): boolean {
  const value = sent[honeypotName];
  return typeof value === 'string' && value.trim() !== '';
}
