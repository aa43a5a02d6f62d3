import type { Language } from '../languages.ts';

/** The words of the emails to the owner. All are in English except `textMessage`, which the visitor reads. */
export const mailWords = {
  /** The sender's name. An email from the owner's own business would be overlooked. */
  sender: 'Website request',
  /** Replaces the service name in an emergency's subject. Only emergencies use capitals. */
  emergency: 'EMERGENCY',
  reference: 'Reference',
  /** Follows the time in a delayed email. */
  delayed: 'Delayed {time}',
  /** The first line of an email that may be a duplicate. */
  possibleDuplicate:
    'POSSIBLE DUPLICATE: the connection was lost while this email was being sent. It may have reached you before.',
  /** Precedes the subject if the honeypot was filled. */
  spamSubject: '[Possible spam]',
  spam: 'PROBABLY SPAM: a field that people cannot see was filled in.',
  /** Precedes the subject if the honeypot was filled, but the request is an emergency with a phone number. */
  markedEmergency:
    'POSSIBLE SPAM: a field that people cannot see was filled in. A password manager can do that, so call the number.',
  /** Buttons for the phone: call or text the visitor, show the location, open the request in Dispatch. */
  tap: { call: 'Call', text: 'Text', map: 'Map', dispatch: 'Dispatch' },
  /**
   * The Text button's message to the visitor, in the language of their request. The owner fills in the minutes,
   * or changes what does not fit, before sending it.
   */
  textMessage: {
    en: '{business}, about your request {reference}: we are on our way, about __ minutes.',
    es: '{business}, sobre su solicitud {reference}: vamos en camino, unos __ minutos.',
  } satisfies Record<Language, string>,
  /** The last line of the email: the site's address, and the phone number that visitors see there. */
  origin: 'Sent by the form on the website of {business}, which shows {phone}.',
};
