import { html } from 'hono/html';
import { business } from '../../content/business.ts';
import type { Language } from '../../content/languages.ts';

/**
 * Renders a page with a heading and content, which works without scripts. The `email_off` comments keep Cloudflare from
 * hiding an example email address.
 */
export function renderPlainPage(language: Language, heading: string, content: unknown = '') {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${heading} | ${business.name}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/rejection.css">
</head>
<body>
<!--email_off--><main>
<h1>${heading}</h1>
${content}
</main><!--/email_off-->
</body>
</html>
`;
}
