/**
 * Finds placeholders like {phone} that a built page shows as they are, because the site doesn't fill in every
 * sentence. Returns the text around each.
 */
export function findUnfilledPlaceholders(html: string): string[] {
  const shown = html.replace(/<(script|style)\b.*?<\/\1>| data-[\w-]+="[^"]*"/gs, '');
  return Array.from(shown.matchAll(/[^<>"]{0,40}\{[a-z]\w*\}[^<>"]{0,40}/gi), ([around]) => around.trim());
}
