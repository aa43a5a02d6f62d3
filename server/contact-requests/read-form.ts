import { Refusal } from './refusal.ts';

/**
 * Reads `a=b&c=d` (URL standard, "application/x-www-form-urlencoded parsing"), but with fatal
 * UTF-8: URLSearchParams would put U+FFFD where a name was.
 */
export function readUrlencoded(text: string): Record<string, unknown> {
  const pairs = text.split('&').filter((pair) => pair !== '');
  return eachNameOnce(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [decode(name), decode(value.join('='))];
    }),
  );
}

/** A "%" that begins no escape stands for itself, as in "100% sure". */
function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' ').replace(/%(?![\da-f]{2})/gi, '%25'));
  } catch {
    throw new Refusal('bad_encoding');
  }
}

/** Reads a form with the platform's own parser. A file is no text, and fails as a field later. */
export async function readMultipart(text: string, contentType: string): Promise<Record<string, unknown>> {
  let form: FormData;
  try {
    form = await new Response(text, { headers: { 'Content-Type': contentType } }).formData();
  } catch {
    throw new Refusal('bad_form');
  }
  return eachNameOnce([...form]);
}

/** Two values of one name have no order that browser, proxy and server agree on. */
function eachNameOnce(entries: [string, unknown][]): Record<string, unknown> {
  const fields = Object.fromEntries(entries);
  if (Object.keys(fields).length !== entries.length) {
    throw new Refusal('bad_form');
  }
  return fields;
}
