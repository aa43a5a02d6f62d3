import { join } from 'node:path';
import { business } from '../content/business.ts';
import { placeholdersIn } from './placeholders.ts';
import type { Settings } from './settings.ts';

/** One line for the person who starts the server: where the site is, where requests go, and what to do next. */
export function startSummary(url: string, settings: Settings, facts = business): string {
  const { mailTo, dataDir } = settings;
  const requests = sendsMail(settings)
    ? `are emailed to ${mailTo.join(', ')}`
    : `arrive in ${join(dataDir, 'mail')}`;
  const next = nextStep(settings, facts);
  return [`Open ${url}`, `requests ${requests}`, ...(next ? [`next: ${next}`] : [])].join(' · ');
}

const sendsMail = ({ smtpServer, mailApi }: Settings) => Boolean(smtpServer || mailApi);

function nextStep(settings: Settings, facts: typeof business): string | undefined {
  if (placeholdersIn(facts).length > 0) {
    return 'npm run setup';
  } else if (!sendsMail(settings)) {
    return 'set SMTP_URL or MAIL_API_KEY, so that requests are emailed';
  } else {
    return settings.siteUrl ? undefined : 'set SITE_URL, which search engines and shared links show';
  }
}
