import page from '../styles/refusal-page.css?raw';
import { servedSheet } from '../styles/served-sheet.ts';
import tokens from '../styles/tokens.css?raw';

/**
 * The sheet of the page that the server writes when it cannot take a form
 * (server/contact-requests/refusal-page.ts): the site's own colours, in one small file.
 */
export function GET(): Response {
  return new Response(servedSheet(tokens + page), { headers: { 'Content-Type': 'text/css' } });
}
