interface Facts {
  name: string;
  phone: string;
  email: string;
  agency: { name: string; url: string };
}

/** What content/business.ts says until the owner changes it. The numbers 555-0100 to 555-0199 are nobody's. */
const placeholders: Record<string, (facts: Facts) => boolean> = {
  name: ({ name }) => name === 'Mile Marker Diesel',
  phone: ({ phone }) => /55501\d\d$/.test(phone),
  email: ({ email }) => isExample(email),
  agency: ({ agency }) => agency.name === 'Crossroads Web Studio' || isExample(URL.parse(agency.url)?.host),
};

/** The names of the facts that are still placeholders. */
export function placeholdersIn(facts: Facts): string[] {
  return Object.keys(placeholders).filter((name) => placeholders[name]?.(facts));
}

/** RFC 2606: these names are nobody's. */
function isExample(address: string | undefined): boolean {
  return /(?:[.@]|^)(?:example(?:\.(?:com|net|org))?|test|invalid|localhost)$/i.test(address ?? '');
}
