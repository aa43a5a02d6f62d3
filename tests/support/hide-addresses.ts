/** A copy of the script that Cloudflare adds. Both decode links through `innerHTML`. */
export const decoderPath = '/cdn-cgi/scripts/5c5dd728/cloudflare-static/email-decode.min.js';
export const decoder = `
  for (const link of document.querySelectorAll('a[href*="/cdn-cgi/l/email-protection#"]')) {
    const code = link.href.split('#')[1].match(/../g).map((byte) => Number.parseInt(byte, 16));
    const address = code.slice(1).map((byte) => String.fromCharCode(byte ^ code[0])).join('');
    const parser = document.createElement('div');
    parser.innerHTML = '<a href="' + address + '"></a>';
    link.href = 'mailto:' + parser.firstChild.getAttribute('href');
  }`;

const address = String.raw`[\w.+-]+@[\w-]+(?:\.[\w-]+)+`;

/** Cloudflare doesn't change the head, these elements, or the text between these comments. */
const untouched =
  /(<head>.*?<\/head>|<(?:script|noscript|textarea|xmp)\b.*?<\/(?:script|noscript|textarea|xmp)>|<!--email_off-->.*?(?:<!--\/email_off-->|$))/s;

/**
 * Changes a page like Cloudflare's Email Address Obfuscation, following its documentation. It replaces addresses in
 * `href` and in text. If it finds any, it adds the decoder.
 */
export function hideAddresses(page: string): string {
  const pieces = page.split(new RegExp(untouched, 'gs'));
  const hidden = pieces.map((piece) => (untouched.test(piece) ? piece : hideIn(piece))).join('');
  const script = `<script data-cfasync="false" src="${decoderPath}"></script>`;
  return hidden === page ? page : hidden.replace('</body>', `${script}</body>`);
}

function hideIn(html: string): string {
  const code = (text: string) =>
    `00${Array.from(text, (letter) => letter.charCodeAt(0).toString(16).padStart(2, '0')).join('')}`;
  return html
    .replace(new RegExp(`href="mailto:(${address}[^"]*)"`, 'g'), (_, text) => {
      return `href="/cdn-cgi/l/email-protection#${code(text)}"`;
    })
    .replace(new RegExp(`${address}(?=[^<>]*<)`, 'g'), '[email&#160;protected]');
}
