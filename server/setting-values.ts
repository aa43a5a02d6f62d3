/** How the text of each kind of setting is read. Each gives nothing when it cannot be used. */

export function readWholeNumber(text: string, least: number, most: number): number | undefined {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return number >= least && number <= most ? number : undefined;
}

/** One addr-spec of plain characters: nothing that a mail header could read as two addresses. */
export function readPlainAddress(text: string): string | undefined {
  return /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d]([\w.-]*[a-z\d])?$/i.test(text) ? text : undefined;
}

/** "https://www.example.com" as browsers write it in `Origin`: lower case, no path, no default port. */
export function readOrigin(text: string): string | undefined {
  const url = URL.parse(text);
  const bare = url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !/[?#@]/.test(text);
  return bare ? url.origin : undefined;
}

export function readOrigins(text: string): string[] | undefined {
  const origins = text.split(',').map((part) => readOrigin(part.trim()));
  return origins.every((origin) => origin !== undefined) ? origins : undefined;
}

export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte (smtps). */
  secure: boolean;
  login: { user: string; pass: string } | undefined;
}

/** smtp:// (587, STARTTLS) and smtps:// (465). */
export function readSmtpServer(text: string): SmtpServer | undefined {
  const url = URL.parse(text);
  const usable = url && /^smtps?:$/.test(url.protocol) && url.hostname !== '' && /^\/?$/.test(url.pathname);
  if (usable && Boolean(url.username) === Boolean(url.password) && !url.search && !url.hash) {
    const secure = url.protocol === 'smtps:';
    return {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port) || (secure ? 465 : 587),
      secure,
      login: url.username ? { user: decode(url.username), pass: decode(url.password) } : undefined,
    };
  } else {
    return undefined;
  }
}

/** A password may hold a bare "%", which is no escape. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
