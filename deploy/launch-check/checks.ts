import { findExampleFacts } from '../../content/example-facts.ts';
import { contactPath } from '../../contract/contact-fields.ts';
import type { Health } from '../../server/alerts/health.ts';
import { findHeartbeatFault } from '../../server/alerts/heartbeat.ts';
import {
  confirmClaims,
  type OwnerCheckDependencies,
  pairFirstPhone,
  sendTestAlarms,
  sendTestEmail,
} from './owner.ts';

/** Everything the checks depend on, so that tests can replace it. */
export interface CheckContext extends OwnerCheckDependencies {
  /** Requests a URL without following redirects. Throws if there is no response. */
  fetchUrl(url: string, init?: RequestInit): Promise<Response>;
  /** Returns the landing page from the last build. */
  builtPage(): string;
  /** Returns the IP addresses of a host name, possibly none. Like `resolveTxt`, throws if no name server answers. */
  resolveAddresses(name: string): Promise<string[]>;
  /** Returns the TXT records at a name. Undefined if neither the name nor any name below it exists. */
  resolveTxt(name: string): Promise<string[] | undefined>;
  /** The public IP addresses of this machine, as far as it knows them. */
  ownAddresses: readonly string[];
  /** Returns the time of the last backup. Undefined if there is none. */
  lastBackup(): Date | undefined;
}

/** A sentence with the problem, its effect, and the remedy. False if there is no problem. */
type Finding = string | false;

/** The maximum age of a backup: a day, plus an hour for the night when clocks go back in fall. */
const maxBackupAgeAtLaunch = 25 * 60 * 60_000;

/** The checks, in the order in which an owner would do the work. A check that throws counts as an open item. */
const checks: Record<string, (context: CheckContext) => Finding[] | Promise<Finding[]>> = {
  'the facts of your business': ({ business }) =>
    findExampleFacts(business).map(
      (fact) =>
        `The ${fact} in content/business.json is still the placeholder, so visitors are misled: replace it and build again.`,
    ),
  'the settings': ({ settings: { siteUrl }, builtPage }) => [
    !siteUrl?.startsWith('https:') &&
      'SITE_URL does not begin with https, so browsers are not told to use https: set it to an address like https://www.example.com.',
    !builtPage().includes(`href="${siteUrl}/"`) &&
      `The pages were built for an address other than ${siteUrl}, so search engines go there: set SITE_URL and build again.`,
  ],
  'the statements about paging in the privacy section': ({
    business: { phonesRing },
    settings: { paging },
  }) => {
    const { recipients, details } = paging;
    const hasDetails = recipients.some(({ isPublic }) => details ?? !isPublic);
    const build = 'in content/business.json, and build again.';
    return [
      recipients.length > 0 &&
        !phonesRing &&
        `PAGE_URL rings phones, but the privacy section does not say so: set "phonesRing" to ${hasDetails ? 'true' : '"without details"'} ${build}`,
      recipients.length > 0 &&
        !hasDetails &&
        phonesRing === true &&
        `Alarms leave out what visitors wrote, but the privacy section says they include it: set "phonesRing" to "without details" ${build}`,
      recipients.length === 0 &&
        phonesRing !== false &&
        `No phones ring, because PAGE_URL is not set, but the privacy section names a paging service: set "phonesRing" to false ${build}`,
      hasDetails &&
        phonesRing === 'without details' &&
        `Alarms include what visitors wrote, but the privacy section says they don't: set "phonesRing" to true ${build}`,
    ];
  },
  'the site': (context) => checkIfReachable(context, context.site.hostname, checkSite),
  'the address with or without www': (context) => {
    const { hostname, origin } = context.site;
    const other = hostname.startsWith('www.') ? hostname.slice(4) : `www.${hostname}`;
    // Skip this check for a subdomain, because nobody types www before repair.example.com.
    return other.split('.').length > 3
      ? []
      : checkIfReachable(context, other, async ({ fetchUrl }) => [
          URL.parse((await fetchUrl(`https://${other}`)).headers.get('Location') ?? '')?.origin !== origin &&
            `https://${other} does not redirect to ${origin}, so visitors who type it see another page: run deploy/install.sh again.`,
        ]);
  },
  'SPF, DKIM and DMARC': checkMailRecords,
  'the backup': ({ settings, lastBackup, now }) => {
    const last = lastBackup();
    return [
      !settings.database &&
        (last === undefined || now.getTime() - last.getTime() > maxBackupAgeAtLaunch) &&
        `${last ? `The last backup is from ${last.toISOString()}, so a broken disk loses every request since then` : 'There is no backup yet, so a broken disk loses every request'}: see the log of the backup (journalctl -u diesel-site-backup, or docker compose logs backup).`,
    ];
  },
  'your monitoring service': async ({ settings: { heartbeat }, fetchUrl }) => {
    if (heartbeat === undefined) {
      return [];
    }
    const response = await fetchUrl(heartbeat);
    const fault = findHeartbeatFault(response.status, await response.text());
    return [
      fault !== undefined &&
        `HEARTBEAT_URL does not work (${fault}), so nobody tells you when the site fails: correct the setting.`,
    ];
  },
  'your proof of each claim and your approval of the privacy section': confirmClaims,
  'a test email that you have read': sendTestEmail,
  'a phone that is paired with Dispatch': pairFirstPhone,
  'a test alarm that rang, and whose request was taken': sendTestAlarms,
};

/** Runs every check, prints the results, and returns the number of open items. */
export async function runChecks(context: CheckContext, say: (line: string) => void): Promise<number> {
  let items = 0;
  for (const [name, check] of Object.entries(checks)) {
    const findings = await Promise.try(check, context).catch(({ message }: Error) => [
      `Couldn't check ${name} (${message}): fix that, then run the launch check again.`,
    ]);
    const open = findings.filter((finding) => finding !== false);
    items += open.length;
    say(open.length === 0 ? `  ok    ${name}` : open.map((finding) => `  OPEN  ${finding}`).join('\n'));
  }
  return items;
}

/** The name below the owner's domain that Resend puts into the return path. Other providers use their own domain. */
const resendReturnPath = 'send';

async function checkMailRecords({
  settings: { mailFrom, mailApi },
  resolveTxt,
}: CheckContext): Promise<Finding[]> {
  const labels = mailFrom.slice(mailFrom.lastIndexOf('@') + 1).split('.');
  const domain = labels.join('.');
  const consequence = "so your requests look like spam: add your mail provider's record.";
  return [
    await checkSpf(mailApi ? [domain, `${resendReturnPath}.${domain}`] : [domain], resolveTxt, consequence),
    // Providers choose the names of their keys, but all are below this name (RFC 8020).
    (await resolveTxt(`_domainkey.${domain}`)) === undefined && `${domain} has no DKIM key, ${consequence}`,
    await checkDmarc(labels, resolveTxt),
  ];
}

/**
 * Checks the SPF records of each domain that the return path of our emails may have. A domain with two records is an
 * error (RFC 7208, 2.4 and 4.5).
 */
async function checkSpf(
  domains: string[],
  resolveTxt: CheckContext['resolveTxt'],
  consequence: string,
): Promise<Finding> {
  const counts: [domain: string, records: number][] = [];
  for (const domain of domains) {
    const records = ((await resolveTxt(domain)) ?? []).filter((text) => /^v=spf1( |$)/i.test(text));
    counts.push([domain, records.length]);
  }
  const double = counts.find(([, records]) => records > 1);
  if (double) {
    return `${double[0]} has ${double[1]} SPF records instead of one, so your requests look like spam: merge them into one.`;
  }
  const hasNone = counts.every(([, records]) => records === 0);
  return hasNone && `There is no SPF record at ${domains.join(' or ')}, ${consequence}`;
}

/** Checks the domain's DMARC record, or a parent's if it has none. Two records count as none (RFC 7489, 6.6.3). */
async function checkDmarc(labels: string[], resolveTxt: CheckContext['resolveTxt']): Promise<Finding> {
  const names = labels.slice(1).map((_, index) => `_dmarc.${labels.slice(index).join('.')}`);
  for (const name of names) {
    const records = ((await resolveTxt(name)) ?? []).filter((text) => /^v=DMARC1\b/i.test(text));
    if (records.length > 0) {
      return (
        records.length > 1 &&
        `${name} has ${records.length} DMARC records instead of one, so your requests look like spam: remove all but one.`
      );
    }
  }
  return `${labels.join('.')} has no DMARC record, so your requests look like spam: add the TXT record ${names[0]} with "v=DMARC1; p=none".`;
}

async function checkSite({ settings, site: { origin }, fetchUrl }: CheckContext): Promise<Finding[]> {
  const { status } = await fetchUrl(origin);
  const health = (await (await fetchUrl(`${origin}/healthz`)).json()) as Health & { proxies?: number };
  const headers = { Origin: origin, 'Content-Type': 'application/json' };
  const form = await fetchUrl(origin + contactPath, { method: 'POST', headers, body: '{}' });
  const { store, mail, refused = 0, refusedPhones = 0, setAside = 0, proxies = 0 } = health;
  const hops = settings.trustedProxyHops;
  return [
    status !== 200 &&
      `${origin} answers with ${status}, so visitors see no page: see journalctl -u caddy -u diesel-site.`,
    store !== 'ok' && 'No request can be saved, so the form is down: see journalctl -u diesel-site.',
    mail === 'late' &&
      'A request has waited 15 minutes for its email, so you may not know about it: run npm run requests.',
    refused > 0 &&
      `Requests whose email was permanently refused: ${refused}. You may not know about them: run npm run requests.`,
    refusedPhones > 0 &&
      `The paging service refuses alarms for ${refusedPhones} phones in PAGE_URL, so they do not ring: see docs/when-something-is-wrong.md.`,
    setAside > 0 &&
      `${setAside} damaged or replaced databases were set aside, so you may not know of their requests: see docs/upgrades-and-backups.md.`,
    proxies !== hops &&
      `TRUSTED_PROXY_HOPS is ${hops}, so the limits on posts cannot tell visitors apart: set it to ${proxies}, the number of your proxies.`,
    // If the proxy passes Host on, the server rejects the empty form's fields with 422. Otherwise, it rejects the
    // form's origin.
    form.status !== 422 &&
      `An empty form gets ${form.status} instead of 422, so visitors' forms are lost: configure the proxy to pass on Host and ${contactPath}.`,
  ];
}

/** Checks one of the site's host names, or explains why it doesn't answer. */
async function checkIfReachable(
  context: CheckContext,
  name: string,
  check: (context: CheckContext) => Promise<Finding[]>,
): Promise<Finding[]> {
  const { ownAddresses } = context;
  const thisMachine = ownAddresses.join(' and ') || 'at the address that your provider shows';
  try {
    return await check(context);
  } catch (error) {
    const found = await context.resolveAddresses(name);
    if (found.length === 0) {
      return [
        `${name} is not in DNS, so nobody can find it: add a record that points to this machine, ${thisMachine}.`,
      ];
    } else if (ownAddresses.length > 0 && !found.some((address) => ownAddresses.includes(address))) {
      return [
        `${name} points to ${found.join(' and ')}, so it has no certificate: change its DNS record to this machine, ${thisMachine}.`,
      ];
    }
    const { cause = error } = error as Error;
    return [
      `${name} does not answer (${(cause as Error).message}), so visitors see no page: see Caddy's log.`,
    ];
  }
}
