import { dispatchLimits } from './dispatch.ts';

/**
 * Creates a recipient's default label, like "Phone 2 (…/ben)". In parentheses is its stored name, or only the part from
 * the last slash, such as the ntfy topic. A longer label is cut to the maximum length.
 */
export function createRecipientLabel(recipient: string, recipients: readonly string[]): string {
  const address = recipient.replace(/^.*\//, '…/');
  return `Phone ${recipients.indexOf(recipient) + 1} (${address})`.slice(0, dispatchLimits.label);
}
