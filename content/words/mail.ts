import type { Language } from '../languages.ts';

/** The words of the emails to the owner. English only, but for `textMessage`: the owner reads them, not the visitor. */
export const mailWords = {
  /** Not the business: an email from oneself is overlooked. */
  sender: 'Website request',
  /** Takes the place of the service in an emergency, in capitals as no other does. */
  emergency: 'EMERGENCY',
  reference: 'Reference',
  /** Between the time and what follows, when an email comes late. */
  delayed: 'Delayed {time}',
  /** The first line of an email that may have come before. */
  possibleDuplicate:
    'POSSIBLE DUPLICATE: the connection was lost while this email was being sent. It may have reached you before.',
  /** Before the subject of a request that filled the honeypot. */
  spamSubject: '[Possible spam]',
  spam: 'PROBABLY SPAM: a field that people cannot see was filled in.',
  /** The same for an emergency with a phone number. */
  markedEmergency:
    'POSSIBLE SPAM: a field that people cannot see was filled in. A password manager can do that, so call the number.',
  /** What one tap on a phone does: calls the visitor, writes to them, shows where they are, opens it in Dispatch. */
  tap: { call: 'Call', text: 'Text', map: 'Map', dispatch: 'Dispatch' },
  /**
   * What the Text button writes to the visitor, in the language of their request. The owner fills in the minutes,
   * or changes what does not fit, before sending it.
   */
  textMessage: {
    en: '{business}, about your request {reference}: we are on our way, about __ minutes.',
    es: '{business}, sobre su solicitud {reference}: vamos en camino, unos __ minutos.',
  } satisfies Record<Language, string>,
  /** Ends the email: which site it comes from, and the number that visitors see there. */
  origin: 'Sent by the form on the website of {business}, which shows {phone}.',
};
