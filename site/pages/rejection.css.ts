import page from '../styles/rejection-page.css?inline';
import tokens from '../styles/tokens.css?inline';

/**
 * The sheet of the page that the server writes when it rejects a form
 * (server/contact-requests/rejection-page.ts): the site's own colors, in one small file.
 */
export function GET(): Response {
  return new Response(tokens + page, { headers: { 'Content-Type': 'text/css' } });
}
