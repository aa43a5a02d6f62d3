/** The words of alarms, alerts, and the page that replaces Dispatch. English only, because visitors don't read them. */
export const pagingWords = {
  reference: 'Ref {reference}',
  call: 'Call',
  take: "I'm taking it",
  taking: 'Taking it: {url}',
  /** {count}: the requests that an alarm doesn't name. */
  more: 'and {count} more waiting',
  alert: { begins: 'Website problem', lasts: 'Website still has a problem', ends: 'Website OK again' },
  /** The page for browsers that are too old for Dispatch. */
  takePage: {
    title: 'Who is taking {reference}?',
    name: 'Your name (optional):',
    nobody: 'Nobody has taken it yet.',
    ended: 'This request has ended. Nobody needs to drive out.',
    thanks: 'You are handling it. Its alarms have stopped.',
    taken: 'Taken by {name} on {time}.',
    /** Used if nobody gave a name. */
    somebody: 'somebody',
    /** Follows `taken` if nobody gave a name, because the response to this phone's press may have been lost. */
    perhapsYou: 'If you just pressed the button, the request is yours.',
    /** Shown while the store is unavailable. */
    unavailable: {
      title: 'Press again in a few seconds',
      text: "The website can't reach its database right now. It may not have recorded that you're taking this request.",
      /** Used if the page doesn't know the request. */
      number: 'The number to call is in the alarm and in the email.',
    },
    wrong: 'This link is incomplete or no longer works, or the request was deleted.',
    tooMany: 'Too many bad links. Try again in a minute.',
  },
};
