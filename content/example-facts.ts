interface BusinessFacts {
  name: string;
  phone: string;
  email: string;
  agency: { name: string; url: string };
}

/** The example's name, phone number, email domain, and agency. */
export const exampleFacts = [
  'Mile Marker Diesel',
  '+17135550147',
  'milemarkerdiesel.example',
  'Crossroads Web Studio',
];

/** Returns the names of the facts that are still the example's, or are reserved for examples. */
export function findExampleFacts({ name, phone, email, agency }: BusinessFacts): string[] {
  const isExampleFact = {
    name: exampleFacts.includes(name),
    // The numbers 555-0100 to 555-0199 are reserved for fiction.
    phone: /55501\d\d$/.test(phone),
    email: isReserved(email),
    agency: exampleFacts.includes(agency.name) || isReserved(URL.parse(agency.url)?.host),
  };
  return Object.entries(isExampleFact).flatMap(([fact, isExample]) => (isExample ? [fact] : []));
}

/** Whether an address has a name that is reserved for examples or tests (RFC 2606). */
function isReserved(address: string | undefined): boolean {
  return /(?:[.@]|^)(?:example(?:\.(?:com|net|org))?|test|invalid|localhost)$/i.test(address ?? '');
}
