import { randomUUID } from 'node:crypto';
import type { business } from '../../content/business.ts';
import { formatHours } from '../../content/hours.ts';
import { serviceAreas } from '../../content/service-areas.ts';
import { words } from '../../content/words/index.ts';
import { pagingWords } from '../../content/words/paging.ts';
import { fieldNames } from '../../contract/contact-fields.ts';
import type { ContactRequest } from '../../contract/contact-request.ts';
import { createInvitation } from '../../server/commands/pair.ts';
import { composeRequestEmail } from '../../server/mail/request-email.ts';
import type { Transport } from '../../server/mail/transport.ts';
import { composeAlarm, type Recipient } from '../../server/paging/alarm.ts';
import type { Paging } from '../../server/paging/recipients.ts';
import { createReference } from '../../server/requests/save.ts';
import type { Settings } from '../../server/settings/settings.ts';
import type { RequestStore } from '../../server/store/request-store.ts';

const { en } = words;

/** The dependencies of the checks that need the owner. */
export interface OwnerCheckDependencies {
  business: typeof business;
  settings: Omit<Settings, 'paging'> & { paging: Paging };
  /** The URL that visitors use. */
  site: URL;
  transport: Transport;
  /** Opens the server's requests without email or alarms, so nobody is notified of new requests. */
  openStore(): Promise<Store>;
  /** Asks the owner a question. Returns undefined at the end of the input. */
  askOwner(question: string): Promise<string | undefined>;
  /** The owner's answers so far, by the confirmed statement. */
  answerBook: { read(): LaunchCheckAnswers; write(answers: LaunchCheckAnswers): void };
  now: Date;
}

type Store = Pick<
  RequestStore,
  'save' | 'findWithDeliveries' | 'forceDone' | 'createPairing' | 'listDevices' | 'close'
>;

export type LaunchCheckAnswers = Record<string, { answer: string; date: string }>;

/**
 * Asks the owner for the proof of each claim, because a false claim is a deceptive practice. Each launch check asks
 * about the claims without a proof, and about changed claims.
 */
export async function confirmClaims({
  business: facts,
  answerBook,
  askOwner,
  now,
}: OwnerCheckDependencies): Promise<string[]> {
  const { claims, contact, hours, hero, serviceArea } = en;
  const { yearsOfExperience, clients, hoursSaved } = facts.claims;
  const statements = [
    yearsOfExperience && `${yearsOfExperience} ${claims.years}`,
    clients && `${clients} ${claims.clients}`,
    hoursSaved && `${hoursSaved} ${claims.hours}`,
    ...serviceAreas.map((area) => `${area.city}: ${area.averageMinutes} min ${serviceArea.averageResponse}`),
    hero.ase,
    hero.licensed,
    contact.hours.replace('{hours}', formatHours('en', hours)),
    `The privacy section (${facts.privacySince}) is lawful where you work`,
  ].filter((statement) => typeof statement === 'string' && statement !== '');
  const answers = answerBook.read();
  for (const statement of statements.filter((unproven) => !answers[unproven])) {
    const ask = async (question: string) => (await askOwner(question))?.trim() ?? '';
    let answer = await ask(`"${statement}": what proves this? `);
    while (answer !== '' && !isProof(answer) && !isNo(answer)) {
      answer = await ask(
        `"${answer}" doesn't prove that. Type more, like "invoices since 2001", or press Enter to leave this open: `,
      );
    }
    if (isProof(answer)) {
      answers[statement] = { answer, date: now.toISOString().slice(0, 10) };
      answerBook.write(answers);
    }
  }
  const missing = statements.filter((statement) => !answers[statement]);
  return missing.map(
    (statement) =>
      `You haven't proved "${statement}" yet: answer the question, or change the statement in content/.`,
  );
}

const isNo = (answer: string) => /^no\b/i.test(answer);
/** One or two letters, like "y", are a quick reply to a prompt, not a proof. */
const isProof = (answer: string) => answer.length > 2 && !isNo(answer);

/** Sends a test email and asks for its reference, because an accepted email may still be in the spam folder. */
export async function sendTestEmail({
  transport,
  askOwner,
  now,
  ...dependencies
}: OwnerCheckDependencies): Promise<string[]> {
  const { mailFrom: from, mailTo: to } = dependencies.settings;
  if (!transport.canDeliver) {
    return [
      'Neither SMTP_URL nor MAIL_API_KEY is set, so requests are only written to files: see docs/make-it-yours.md.',
    ];
  }
  const request = {
    reference: createReference(),
    fields: createTestFields(dependencies.business.phone, from),
    ...{ language: 'en' as const, receivedAt: now, possibleDuplicate: false, honeypotFilled: false },
  };
  const email = composeRequestEmail(request, { from, to }, now);
  const failures: string[] = [];
  for (const address of to) {
    const { outcome, cause } = await transport.send(email, address, AbortSignal.timeout(45_000));
    if (outcome !== 'accepted') {
      failures.push(
        `A test email to ${address} failed (${outcome}, ${cause}): check SMTP_URL or MAIL_API_KEY, MAIL_TO, and MAIL_FROM.`,
      );
    }
  }
  if (failures.length === to.length) {
    return failures;
  }
  const answer = await askOwner(
    `${to.join(', ')} got an email. Type the last six characters of its subject: `,
  );
  const isRead = answer?.trim().toUpperCase() === request.reference;
  return isRead
    ? failures
    : [...failures, 'You did not enter the reference of the test email: is it in the spam folder?'];
}

/** Pairs a phone with Dispatch, where the owner reads and takes requests, unless a phone is paired already. */
export async function pairFirstPhone({
  openStore,
  askOwner,
  site,
}: OwnerCheckDependencies): Promise<string[]> {
  const store = await openStore();
  try {
    if ((await store.listDevices()).length === 0) {
      const { token } = await store.createPairing();
      await askOwner(
        `${createInvitation(site.origin, token)}\nPair your phone with this link, then press Enter here: `,
      );
    }
    const isPaired = (await store.listDevices()).length > 0;
    return isPaired ? [] : ['No phone is paired with Dispatch: run the check again, or npm run pair.'];
  } finally {
    await store.close();
  }
}

/** Sends a test alarm to each recipient in PAGE_URL. */
export async function sendTestAlarms(dependencies: OwnerCheckDependencies): Promise<string[]> {
  const { recipients } = dependencies.settings.paging;
  if (recipients.length === 0) {
    return ['PAGE_URL is not set, so an emergency at night wakes nobody: see docs/paging.md.'];
  }
  const store = await dependencies.openStore();
  const failures: (string | undefined)[] = [];
  try {
    for (const recipient of recipients) {
      failures.push(await sendTestAlarm(recipient, store, dependencies));
    }
  } finally {
    await store.close();
  }
  return failures.filter((failure) => failure !== undefined);
}

/**
 * Saves a test request and sends an alarm about it to only one recipient. Then checks that the alarm's button or link
 * took the request.
 */
async function sendTestAlarm(
  { name, send, stopRepeating }: Recipient,
  store: Store,
  dependencies: OwnerCheckDependencies,
) {
  const fields = createTestFields(dependencies.business.phone, dependencies.settings.mailFrom);
  const saved = await store.save({ fields, language: 'en', idempotencyKey: randomUUID() });
  if (saved.outcome !== 'saved') {
    throw new Error('the test request was not saved');
  }
  const { reference } = saved;
  try {
    const request = await store.findWithDeliveries(reference);
    if (!request) {
      throw new Error('the test request was not saved');
    }
    const { origin } = dependencies.site;
    const about = {
      id: reference,
      at: dependencies.now,
      waiting: 0,
      hasDetails: true,
      siteUrl: origin,
      origin,
    };
    const alarm = composeAlarm([request], about);
    const attempt = await send(alarm, AbortSignal.timeout(45_000));
    if (attempt.outcome !== 'accepted') {
      return `A test alarm to ${name} failed (${attempt.resultCode}, ${attempt.cause}): check PAGE_URL.`;
    }
    // Ask for the reference, because an accepted alarm may not ring.
    const question = `${name} got an alarm. Press "${pagingWords.take}" there, then type the six characters after "Ref": `;
    const answer = await dependencies.askOwner(question);
    if (answer?.trim().toUpperCase() !== reference) {
      return `You did not enter the reference of the alarm to ${name}: did the phone ring?`;
    }
    const { takenAt } = (await store.findWithDeliveries(reference)) ?? {};
    return takenAt
      ? undefined
      : `Pressing "${pagingWords.take}" on ${name} did not take the request: does its link open there?`;
  } finally {
    // The server didn't send this alarm, so it won't stop the service's repeats. Stop them here.
    await stopRepeating?.(reference, AbortSignal.timeout(45_000));
    await store.forceDone(reference);
  }
}

/** Returns the fields of an emergency, so that the email and the alarm look as in an emergency. */
function createTestFields(phone: string, email: string): ContactRequest {
  return {
    ...(Object.fromEntries(fieldNames.map((name) => [name, ''])) as ContactRequest),
    ...{ name: 'Launch check', phone, email, service: 'emergency' },
    message: 'This is the test of "npm run launch-check". No visitor sent it.',
  };
}
