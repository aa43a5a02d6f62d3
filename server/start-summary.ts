import { business } from '../content/business.ts';
import { mailFolder } from './mail/files.ts';
import { placeholdersIn } from './placeholders.ts';
import type { Settings } from './settings.ts';

/** One line for the terminal: where the site is, where requests go, which facts are still placeholders. */
export function startSummary(
  url: string,
  { smtpServer, mailApi, mailTo, dataDir, siteUrl }: Settings,
  facts = business,
): string {
  const requests =
    smtpServer || mailApi
      ? `are emailed to ${mailTo.join(', ')}`
      : `are only written to ${mailFolder(dataDir)} until SMTP_URL or MAIL_API_KEY is set`;
  const placeholders = placeholdersIn(facts);
  return [
    `The site is at ${url}`,
    `requests ${requests}`,
    placeholders.length > 0
      ? `still placeholders in content/business.ts: ${placeholders.join(', ')}`
      : 'no placeholder is left',
    ...(siteUrl ? [] : ['SITE_URL is not set, so search engines and shared links get a placeholder address']),
  ].join('; ');
}
