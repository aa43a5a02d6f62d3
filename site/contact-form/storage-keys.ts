/** The form's keys in `sessionStorage`, which belongs to this tab alone. */
export const storageKeys = {
  /** The draft. See draft.ts. */
  draft: 'draft',
  /** A note about a form that the browser itself sends. See track-native-post.ts. */
  posted: 'posted',
  /** The service that a link on another page chose. See chosen-service.ts. */
  service: 'service',
};
