import type { Settings } from '../../server/settings.ts';

/** The domain whose DNS records vouch for the emails. */
export function senderDomain({ mailFrom }: Pick<Settings, 'mailFrom'>): string {
  return mailFrom.slice(mailFrom.lastIndexOf('@') + 1).toLowerCase();
}
