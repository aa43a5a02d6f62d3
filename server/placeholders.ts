interface Facts {
  name: string;
  phone: string;
  email: string;
  agency: { name: string; url: string };
}

/** The defaults in content/business.ts. The numbers 555-0100 to 555-0199 are reserved for fiction. */
const placeholders: Record<string, (facts: Facts) => boolean> = {
  name: ({ name }) => name === 'Mile Marker Diesel',
  phone: ({ phone }) => /55501\d\d$/.test(phone),
  email: ({ email }) => isExample(email),
  agency: ({ agency }) => agency.name === 'Crossroads Web Studio' || isExample(URL.parse(agency.url)?.host),
};

/** The facts that are still placeholders. */
export function placeholdersIn(facts: Facts): string[] {
  return Object.keys(placeholders).filter((name) => placeholders[name]?.(facts));
}

/** RFC 2606: reserved names. */
function isExample(address: string | undefined): boolean {
  return /(?:[.@]|^)(?:example(?:\.(?:com|net|org))?|test|invalid|localhost)$/i.test(address ?? '');
}
