import { html, raw } from 'hono/html';

interface EmailPage {
  title: string;
  /** Extra styles, as complete lines. */
  styles?: string;
  content: unknown;
}

/** Renders an email's HTML, which is readable on a phone and keeps line breaks. */
export function renderEmailPage({ title, styles = '', content }: EmailPage): string {
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>
body { font: 18px/1.5 system-ui, sans-serif; max-width: 36rem; margin: 0 auto; padding: 16px }
p { white-space: pre-wrap; overflow-wrap: anywhere }
${raw(styles)}</style>
</head>
<body>
${content}
</body>
</html>
`);
}
