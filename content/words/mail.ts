/** The sentences of the mail to the owner. English only: the owner reads it, not the visitor. */
export const mailWords = {
  subject: '{service} · request {reference}',
  /** Stands for the service in the subject of an emergency, in capitals as no other does. */
  emergency: 'EMERGENCY',
  reference: 'Reference',
  received: 'Received',
  language: 'Language of the visitor',
  languages: { en: 'English', es: 'Spanish' },
  possibleRepeat:
    'This mail may have reached you before: the connection broke while it was being sent. It is the same request.',
  /** Many requests in one mail, when more came than are mailed one by one. */
  collective: {
    subject: '{count} requests in one mail',
    subjectEmergencies: 'EMERGENCY: {emergencies} of {count} requests in one mail',
    intro: 'More requests came than are mailed one by one. These {count} were not mailed by themselves.',
    left: '{left} more found no room. They are kept, and come in the next mail like this.',
    trapped: 'PROBABLY SPAM: a field that people cannot see was filled in.',
    repeat: 'This request may have reached you before: the connection broke while it was being sent.',
    answer: 'Replies to this mail reach no visitor. Write to the address of the request instead.',
  },
  /** Ends the mail: which site it comes from, and the number that visitors see there. */
  origin: 'Sent by the form on the website of {business}, which shows {phone}.',
  reply: 'To answer in writing, reply to this mail: the reply goes to the visitor.',
};
