import { sentAnchor } from '../../contract/contact-fields.ts';

/**
 * Whether this page is the response to a form that this tab posted without the script. The redirect leads from
 * this site to the outcome's anchor; a bookmark or a typed address comes from nowhere.
 */
export function isOwnPost(): boolean {
  return location.hash === `#${sentAnchor}` && document.referrer.startsWith(`${location.origin}/`);
}
