import { mailWords } from '../../../content/words/mail.ts';
import { fieldNames } from '../../../contract/contact-fields.ts';
import type { ContactRequest } from '../../../contract/contact-request.ts';
import { composeMessage } from '../../../server/mail/message.ts';
import { newReference } from '../../../server/store/reference.ts';
import type { Check, Circumstances } from '../circumstances.ts';

/** Milliseconds. */
const timeout = 45_000;

/** An accepted email may still end up in spam: only whoever reads the mailbox can tell. */
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
    const open: { open: string }[] = [];
    for (const address of settings.mailTo) {
      const { outcome, cause, resultCode } = await transport.send(
        email,
        address,
        AbortSignal.timeout(timeout),
      );
      if (outcome !== 'accepted') {
        open.push({
          open: `The mail server did not accept a test email to ${address} (${outcome}, ${cause ?? resultCode}), so it will not accept a visitor's request either: check MAIL_TO and MAIL_FROM, and that the mail server lets you send as ${settings.mailFrom}.`,
        });
      }
    }
    if (open.length === settings.mailTo.length) {
      return open;
    }
    const answer = await typed(
      `An email marked ${mailWords.emergency} was sent to ${to}. Type the six characters at the end of its subject: `,
    );
    return [
      ...open,
      ...(answer?.trim().toUpperCase() === reference
        ? []
        : [
            {
              open: `The reference of the test email to ${to} was not entered, so requests may be ending up among spam: look there too, run this again and type the end of the subject.`,
            },
          ]),
    ];
  },
};

/** Looks like a visitor's, so that an alarm set for emergencies rings too, but contains no visitor data. */
function requestOfOurs(
  reference: string,
  business: Circumstances['business'],
  email: string,
  receivedAt: Date,
) {
  return {
    reference,
    fields: {
      ...(Object.fromEntries(fieldNames.map((name) => [name, ''])) as ContactRequest),
      name: 'Launch check',
      phone: business.phone,
      email,
      service: 'emergency' as const,
      message: 'This is the test email of "npm run launch-check". No visitor sent it.',
    },
    otherFields: {},
    language: 'en' as const,
    receivedAt,
    possibleDuplicate: false,
    honeypotFilled: false,
  };
}
