import page from '../styles/rejection-page.css?inline';
import tokens from '../styles/tokens.css?inline';

/** The style sheet of the server's plain pages (server/http/plain-page.ts), with the site's colors. */
export function GET(): Response {
  return new Response(tokens + page, { headers: { 'Content-Type': 'text/css' } });
}
