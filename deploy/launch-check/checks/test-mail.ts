import { composeMessage } from '../../../server/mail/message.ts';
import { newReference } from '../../../server/store/reference.ts';
import type { Check, Circumstances } from '../circumstances.ts';

/** Milliseconds. */
const timeout = 45_000;

/** A mail server that says yes may still put it among spam: only who reads the mailbox knows. */
export const testMail: Check = {
  name: 'a test email that you have read',
  run: async ({ settings, transport, business, typed, now }) => {
    if (!transport.delivers) {
      return [{ untested: 'There is no mail server to send a test email with.' }];
    }
    const reference = newReference();
    const to = settings.mailTo.join(', ');
    const email = await composeMessage(
      requestOfOurs(reference, business, settings.mailFrom, now),
      {
        from: settings.mailFrom,
        to: settings.mailTo,
      },
      now,
    );
    const { outcome, smtpCode, refused = [] } = await transport.send(email, AbortSignal.timeout(timeout));
    if (outcome !== 'accepted') {
      return [
        {
          open: `The mail server did not take a test email to ${to} (${outcome}, ${smtpCode}), so it will not take a visitor's request either: check MAIL_TO and MAIL_FROM, and that the mail server lets you send as ${settings.mailFrom}.`,
        },
      ];
    }
    const answer = await typed(
      `An email marked EMERGENCY has gone to ${to}. Type the six characters that its subject ends with: `,
    );
    return [
      ...refused.map(({ address, smtpCode: code }) => ({
        open: `The mail server did not take the test email for ${address} (${code}), so nobody there reads a request: correct MAIL_TO.`,
      })),
      ...(answer?.trim().toUpperCase() === reference
        ? []
        : [
            {
              open: `Nobody has typed the reference of the test email to ${to}, so requests may be ending among spam: look there too, run this again and type what the subject ends with.`,
            },
          ]),
    ];
  },
};

/** As a visitor's would come, with nothing of a visitor's in it: an alarm set for EMERGENCY rings as well. */
function requestOfOurs(
  reference: string,
  business: Circumstances['business'],
  email: string,
  receivedAt: Date,
) {
  return {
    requestId: 0,
    leaseToken: '',
    reference,
    fields: {
      name: 'Launch check',
      phone: business.phone,
      email,
      service: 'emergency' as const,
      message: 'This is the test email of "npm run launch-check". No visitor sent it.',
    },
    language: 'en' as const,
    receivedAt,
    deferrals: 0,
    possibleDuplicate: false,
    honeypotFilled: false,
  };
}
