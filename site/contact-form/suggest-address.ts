/** The domains of most visitors' addresses. */
const providers = [
  ...['gmail.com', 'yahoo.com', 'hotmail.com', 'outlook.com', 'icloud.com', 'aol.com', 'live.com', 'msn.com'],
  ...['att.net', 'comcast.net', 'sbcglobal.net', 'verizon.net'],
];

/** Real domains, one slip from a provider's. */
const lookalikes = ['mail.com', 'email.com', 'ymail.com', 'cloud.com'];

/** In shorter names, a slip makes another real name: "olive", "line" and "life" for "live". */
const minNameLength = 5;

/** No domain ends in these. */
const wrongEnd = /\.(?:con|cmo|ocm|vom|xom|cpm|comm|coom)$/;

/** "gmail" of "gmail.com". */
const nameOf = (domain: string) => domain.replace(/\..*/, '');

/**
 * The address that was probably meant if the domain has a slip, as in "ana@gmial.com" or "ana@ortega.con". Otherwise
 * undefined. `isTyping`: the domain may still grow, so the beginning of a provider's isn't a slip.
 */
export function suggestAddress(address: string, isTyping: boolean): string | undefined {
  const [, person, typed = ''] = /^([^@\s]+)@([^@\s]+)$/.exec(address) ?? [];
  const domain = typed.toLowerCase();
  const isGrowing = isTyping && providers.some((provider) => provider.startsWith(domain));
  if (!person || isGrowing || [...providers, ...lookalikes].includes(domain)) {
    return undefined;
  }
  const isCut = wrongEnd.test(domain) || !domain.includes('.');
  const meant =
    providers.find((provider) => isCut && nameOf(provider) === nameOf(domain)) ??
    providers.find((provider) => isSlip(domain, provider, isCut)) ??
    domain.replace(wrongEnd, '.com');
  return meant === domain ? undefined : `${person}@${meant}`;
}

/** `isCut`: only the names count. */
function isSlip(typed: string, provider: string, isCut: boolean): boolean {
  if (nameOf(provider).length < minNameLength) {
    return false;
  }
  return isCut ? isOneSlip(nameOf(typed), nameOf(provider)) : isOneSlip(typed, provider);
}

/** Whether one letter is missing, added or wrong, or two neighbors are swapped. */
function isOneSlip(typed: string, meant: string): boolean {
  const shorter = Math.min(typed.length, meant.length);
  let start = 0;
  while (start < shorter && typed[start] === meant[start]) {
    start += 1;
  }
  let end = 0;
  while (end < shorter - start && typed.at(-1 - end) === meant.at(-1 - end)) {
    end += 1;
  }
  const wrong = typed.slice(start, typed.length - end);
  const right = meant.slice(start, meant.length - end);
  const isSwapped = wrong.length === 2 && [...wrong].reverse().join('') === right;
  return isSwapped || (wrong.length <= 1 && right.length <= 1);
}
