import type { business } from '../../content/business.ts';
import { serviceAreas } from '../../content/service-areas.ts';
import { en } from '../../content/words/en.ts';
import { fieldNames } from '../../contract/contact-fields.ts';
import type { ContactRequest } from '../../contract/contact-request.ts';
import { composeMessage } from '../../server/mail/message.ts';
import type { Transport } from '../../server/mail/transport.ts';
import type { Settings } from '../../server/settings.ts';
import { newReference } from '../../server/store/save-requests.ts';

/** What only the owner can tell. */
export interface Owner {
  business: typeof business;
  settings: Settings;
  /** The URL that visitors use. */
  site: URL;
  transport: Transport;
  /** The owner's answer to a question; undefined without a terminal. */
  typed(question: string): Promise<string | undefined>;
  /** The answers so far, by what they confirm. */
  answerBook: { read(): Answers; write(answers: Answers): void };
  now: Date;
}

export type Answers = Record<string, { answer: string; date: string }>;

/** Asks once what shows each claim; a changed one is asked again. A false claim is a deceptive practice. */
export async function unconfirmed({ business: facts, answerBook, typed, now }: Owner): Promise<string[]> {
  const { claims, contact, privacy, hero, serviceArea } = en;
  const { yearsOfExperience, clients, hoursSaved } = facts.claims;
  const statements = [
    yearsOfExperience && `${yearsOfExperience} ${claims.years}`,
    clients && `${clients} ${claims.clients}`,
    hoursSaved && `${hoursSaved} ${claims.hours}`,
    ...serviceAreas.map((area) => `${area.city}: ${area.averageMinutes} min ${serviceArea.averageResponse}`),
    hero.ase,
    hero.licensed,
    contact.hours,
    `${privacy.heading}, ${facts.privacySince}: lawful where you work`,
  ].filter((statement) => typeof statement === 'string' && statement !== '');
  const answers = answerBook.read();
  for (const statement of statements.filter((said) => !answers[said])) {
    const answer = (await typed(`"${statement}": what shows that it is true? `))?.trim() ?? '';
    if (/^(?!no\b).../i.test(answer)) {
      answers[statement] = { answer, date: now.toISOString().slice(0, 10) };
      answerBook.write(answers);
    }
  }
  const missing = statements.filter((statement) => !answers[statement]);
  return missing.map((statement) => `You have not said what shows "${statement}": do, or edit content/.`);
}

/**
 * Sends a test email and asks for its reference, since an accepted email may be among spam. It looks like a visitor's,
 * so that an alarm set for emergencies rings.
 */
export async function sendTestEmail({ transport, typed, now, ...owner }: Owner): Promise<string[]> {
  const { mailFrom: from, mailTo: to } = owner.settings;
  if (!transport.delivers) {
    return ['SMTP_URL is not set, so requests are only written to files: see docs/going-live.md.'];
  }
  const request = {
    reference: newReference(),
    fields: {
      ...(Object.fromEntries(fieldNames.map((name) => [name, ''])) as ContactRequest),
      ...{ name: 'Launch check', phone: owner.business.phone, email: from, service: 'emergency' as const },
      message: 'This is the test email of "npm run launch-check". No visitor sent it.',
    },
    ...{ language: 'en' as const, receivedAt: now, possibleDuplicate: false, honeypotFilled: false },
  };
  const email = composeMessage(request, { from, to }, now);
  const failures: string[] = [];
  for (const address of to) {
    const { outcome, cause, resultCode } = await transport.send(email, address, AbortSignal.timeout(45_000));
    if (outcome !== 'accepted') {
      failures.push(
        `A test email to ${address} failed (${outcome}, ${cause ?? resultCode}): check SMTP_URL, MAIL_TO and MAIL_FROM.`,
      );
    }
  }
  if (failures.length === to.length) return failures;
  const answer = await typed(`${to.join(', ')} got an email. Type the last six characters of its subject: `);
  const isRead = answer?.trim().toUpperCase() === request.reference;
  return isRead
    ? failures
    : [...failures, 'You did not enter the reference of the test email: is it among spam?'];
}

/** Rings everybody in PAGE_URL, and asks for a word that only the page has: an accepted page may ring nobody. */
export async function sendTestPages({ settings, typed, now }: Owner): Promise<string[]> {
  const word = newReference();
  const page = {
    ...{ id: `launch-check-${word}`, event: 'emergency', isUrgent: true, requests: [], at: now },
    title: `Launch check: ${word}`,
    text: 'This is the test page of "npm run launch-check". No visitor sent it.',
  };
  const failures: string[] = [];
  for (const recipient of settings.paging.recipients) {
    const { isAccepted, resultCode } = await recipient.send(page, AbortSignal.timeout(45_000));
    const answer = isAccepted && (await typed(`${recipient.name} was rung. Type the word of its title: `));
    if (!isAccepted) {
      failures.push(`A test page to ${recipient.name} failed (${resultCode}): check PAGE_URL.`);
    } else if ((answer || '').trim().toUpperCase() !== word) {
      failures.push(`You did not enter the word of the page to ${recipient.name}: did it ring?`);
    }
  }
  return failures;
}
