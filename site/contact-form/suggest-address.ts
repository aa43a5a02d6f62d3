/** The domains of common email providers. */
const providers = [
  ...['gmail.com', 'yahoo.com', 'hotmail.com', 'outlook.com', 'icloud.com', 'aol.com', 'live.com', 'msn.com'],
  ...['att.net', 'comcast.net', 'sbcglobal.net', 'verizon.net'],
];

/** Common domains that are one typo away from a provider's. */
const lookalikes = ['mail.com', 'email.com', 'ymail.com', 'cloud.com'];

/** A typo in a shorter label often produces another real label: "olive", "line", and "life" for "live". */
const minLabelLength = 5;

/** Endings that no real domain has. */
const wrongEnding = /\.(?:con|cmo|ocm|vom|xom|cpm|comm|coom)$/;

/** Returns the first label of a domain: "gmail" for "gmail.com". */
const getFirstLabel = (domain: string) => domain.replace(/\..*/, '');

/**
 * Returns the likely intended address if the domain seems to have a typo, as in "ana@gmial.com" or "ana@ortega.con".
 * Otherwise returns undefined. `isTyping`: the domain may be incomplete, so the beginning of a provider's domain isn't
 * a typo.
 */
export function suggestAddress(address: string, isTyping: boolean): string | undefined {
  const [, person, typed = ''] = /^([^@\s]+)@([^@\s]+)$/.exec(address) ?? [];
  const domain = typed.toLowerCase();
  const isIncomplete = isTyping && providers.some((provider) => provider.startsWith(domain));
  if (!person || isIncomplete || [...providers, ...lookalikes].includes(domain)) {
    return undefined;
  }
  const hasWrongEnding = wrongEnding.test(domain) || !domain.includes('.');
  const intended =
    providers.find((provider) => hasWrongEnding && getFirstLabel(provider) === getFirstLabel(domain)) ??
    providers.find((provider) => isDomainTypo(domain, provider, hasWrongEnding)) ??
    domain.replace(wrongEnding, '.com');
  return intended === domain ? undefined : `${person}@${intended}`;
}

/** `hasWrongEnding`: the ending is wrong or missing, so only the first labels are compared. */
function isDomainTypo(typed: string, provider: string, hasWrongEnding: boolean): boolean {
  if (getFirstLabel(provider).length < minLabelLength) {
    return false;
  }
  return hasWrongEnding
    ? isOneTypo(getFirstLabel(typed), getFirstLabel(provider))
    : isOneTypo(typed, provider);
}

/**
 * Whether one letter is missing, added, or wrong, or two adjacent letters are swapped. The form doesn't
 * import `isWithinOneEdit`: see "Shared modules" in docs/architecture.md.
 */
function isOneTypo(typed: string, intended: string): boolean {
  let start = 0;
  while (start < typed.length && typed[start] === intended[start]) {
    start += 1;
  }
  const [wrong, right] = [typed.slice(start), intended.slice(start)];
  const swapped = `${wrong[1]}${wrong[0]}${wrong.slice(2)}`;
  return (
    wrong.slice(1) === right.slice(1) ||
    wrong.slice(1) === right ||
    wrong === right.slice(1) ||
    swapped === right
  );
}
