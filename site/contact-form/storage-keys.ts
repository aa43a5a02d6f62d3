/** The keys in `sessionStorage`, which belongs to this tab alone. */
export const storageKeys = {
  /** What has been typed: draft.ts. */
  draft: 'draft',
  /** That the browser itself sends the form: native-post.ts. */
  posted: 'posted',
  /** The service that a link on another page chose: chosen-service.ts. */
  service: 'service',
};
