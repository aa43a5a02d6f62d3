/** The words of the pages that ring the owner's phones. English only: the visitor does not read them. */
export const pagingWords = {
  reference: 'Ref {reference}',
  call: 'Call',
  take: "I'm taking it",
  taking: 'Taking it: {url}',
  /** {count}: the requests that an alarm doesn't name. */
  more: 'and {count} more wait',
  alert: { begins: 'Website, alert', lasts: 'Website, still', ends: 'Website, over' },
  /** The page for a browser that Dispatch is too new for. */
  acknowledge: {
    title: 'Who takes {reference}?',
    name: 'Your name, if you like:',
    nobody: 'Nobody has taken it yet.',
    ended: 'This request has ended. Nobody has to go.',
    thanks: 'You have taken it: nobody is rung about it any more.',
    taken: 'Taken by {name} on {time}.',
    /** In place of a name. */
    somebody: 'somebody',
    /** After that sentence, where nobody gave a name: the answer to a press may have been lost. */
    perhapsYou: 'If that was you, you have it.',
    /** While the requests cannot be read or changed. */
    unavailable: {
      title: 'Press again in a few seconds',
      text: "The website can't reach its requests right now, so it hasn't noted who is taking this one.",
      /** Where the page cannot show the visitor's number. */
      number: 'The number to call is in the alarm and in the email.',
    },
    wrong: 'This link does not work: it is incomplete, or more than a day old, or its request was deleted.',
    tooMany: 'Too many links that do not work. Try again in a minute.',
  },
};
