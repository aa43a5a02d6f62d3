/** Facts about the business from the page's markup, so that Dispatch doesn't have to load them. */
const { timeZone, phone, callLink, headline, languages, areas, alwaysAnswered } =
  document.getElementById('dispatch')?.dataset ?? {};

export interface AreaFacts {
  city: string;
  averageMinutes: number;
}

export const facts = {
  timeZone,
  phone,
  callLink,
  isAlwaysAnswered: alwaysAnswered !== undefined,
  /** The text of the message board, with one sentence per line. */
  headline,
  languages: languages?.split(' ') ?? [],
  areas: JSON.parse(areas ?? '[]') as AreaFacts[],
};
