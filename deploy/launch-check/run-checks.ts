import { altSvc } from './checks/alt-svc.ts';
import { answers } from './checks/answers.ts';
import { backup } from './checks/backup.ts';
import { claims } from './checks/claims.ts';
import { clock } from './checks/clock.ts';
import { disk } from './checks/disk.ts';
import { dkim } from './checks/dkim.ts';
import { dmarc } from './checks/dmarc.ts';
import { headers } from './checks/headers.ts';
import { host } from './checks/host.ts';
import { httpsRecord } from './checks/https-record.ts';
import { placeholders } from './checks/placeholders.ts';
import { proxyHops } from './checks/proxy-hops.ts';
import { retention } from './checks/retention.ts';
import { siteUrl } from './checks/site-url.ts';
import { smtpLogin } from './checks/smtp-login.ts';
import { spf } from './checks/spf.ts';
import { testMail } from './checks/test-mail.ts';
import type { Check, Circumstances, Finding } from './circumstances.ts';

/** In the order an owner would do them; those that ask the owner come last. */
export const checks: readonly Check[] = [
  placeholders,
  siteUrl,
  retention,
  answers,
  proxyHops,
  host,
  headers,
  altSvc,
  httpsRecord,
  spf,
  dkim,
  dmarc,
  smtpLogin,
  disk,
  backup,
  clock,
  claims,
  testMail,
];

/** Runs every check, prints the results, and returns the number of open points. */
export async function runChecks(circumstances: Circumstances, say: (line: string) => void): Promise<number> {
  let points = 0;
  let isSilent = false;
  for (const check of checks) {
    const found: Finding[] = isSilent && check.asksSite ? [silent] : await resultOf(check, circumstances);
    isSilent ||= check === answers && found.some((finding) => 'open' in finding);
    if (found.length === 0) {
      say(`  ok      ${check.name}`);
    }
    for (const finding of found) {
      say('open' in finding ? `  OPEN    ${finding.open}` : `  untested  ${finding.untested}`);
      points += 'open' in finding ? 1 : 0;
    }
  }
  return points;
}

const silent: Finding = {
  untested: 'The site does not answer as it should, so this check was skipped.',
};

async function resultOf(check: Check, circumstances: Circumstances): Promise<Finding[]> {
  try {
    return await check.run(circumstances);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return [
      {
        open: `"${check.name}" could not be looked at (${why}), so it may be wrong: fix that, then run this again.`,
      },
    ];
  }
}
