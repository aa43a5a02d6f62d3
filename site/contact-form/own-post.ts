import { sentAnchor } from '../../contract/contact-fields.ts';

/**
 * Whether this tab posted the form without the script: that redirects from this site to the outcome's anchor.
 */
export function isOwnPost(): boolean {
  return location.hash === `#${sentAnchor}` && document.referrer.startsWith(`${location.origin}/`);
}
