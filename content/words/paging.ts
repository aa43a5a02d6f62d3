/** The words of the pages that ring the owner's phones. English only: the visitor does not read them. */
export const pagingWords = {
  reference: 'Ref {reference}',
  call: 'Call',
  take: "I'm taking it",
  taking: 'Taking it: {url}',
  /** {count}: the requests that an alarm doesn't name. */
  more: 'and {count} more wait',
  alert: { begins: 'Website, alert', lasts: 'Website, still', ends: 'Website, over' },
  /** The page that a link in an email or a page opens. */
  acknowledge: {
    title: 'Who takes {reference}?',
    name: 'Your name, if you like:',
    nobody: 'Nobody has taken it yet.',
    thanks: 'You have taken it: nobody is rung about it any more.',
    taken: 'Taken by {name} on {time}.',
    /** In place of a name. */
    somebody: 'somebody',
    wrong: 'This link does not work: it is incomplete, or more than a day old, or its request was deleted.',
    tooMany: 'Too many links that do not work. Try again in a minute.',
  },
};
