import page from '../styles/refusal-page.css?raw';
import tokens from '../styles/tokens.css?raw';

/**
 * The sheet of the page that the server writes when it cannot take a form
 * (server/contact-requests/refusal-page.ts): the site's own colours, in one small file.
 */
export function GET(): Response {
  return new Response(withoutComments(tokens + page), { headers: { 'Content-Type': 'text/css' } });
}

/** What is served as it stands is not minified by the build. */
function withoutComments(css: string): string {
  return css.replace(/\/\*.*?\*\//gs, '').replace(/\s+/g, ' ');
}
