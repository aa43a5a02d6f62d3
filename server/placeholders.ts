interface BusinessFacts {
  name: string;
  phone: string;
  email: string;
  agency: { name: string; url: string };
}

/** The defaults in content/business.json, as they stand on the pages. */
export const placeholderFacts = [
  'Mile Marker Diesel',
  '+17135550147',
  'milemarkerdiesel.example',
  'Crossroads Web Studio',
];

/** Those of any example. The numbers 555-0100 to 555-0199 are reserved for fiction. */
const placeholders: Record<string, (facts: BusinessFacts) => boolean> = {
  name: ({ name }) => placeholderFacts.includes(name),
  phone: ({ phone }) => /55501\d\d$/.test(phone),
  email: ({ email }) => isExample(email),
  agency: ({ agency }) => placeholderFacts.includes(agency.name) || isExample(URL.parse(agency.url)?.host),
};

/** The facts that are still placeholders. */
export function placeholdersIn(facts: BusinessFacts): string[] {
  return Object.keys(placeholders).filter((name) => placeholders[name]?.(facts));
}

/** RFC 2606: reserved names. */
function isExample(address: string | undefined): boolean {
  return /(?:[.@]|^)(?:example(?:\.(?:com|net|org))?|test|invalid|localhost)$/i.test(address ?? '');
}
