import type { Settings } from '../../server/settings.ts';

/** The domain that vouches for the emails. */
export function senderDomain({ mailFrom }: Pick<Settings, 'mailFrom'>): string {
  return mailFrom.slice(mailFrom.lastIndexOf('@') + 1).toLowerCase();
}
