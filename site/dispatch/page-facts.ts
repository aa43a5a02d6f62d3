/** What the page's markup tells of the business, so that Dispatch loads no facts of its own. */
const { timeZone, phone, callLink, headline, languages, areas } =
  document.getElementById('dispatch')?.dataset ?? {};

export interface AreaFacts {
  city: string;
  averageMinutes: number;
}

export const facts = {
  timeZone,
  phone,
  callLink,
  /** What the message board says, a sentence a line. */
  headline,
  /** The languages of the site. */
  languages: languages?.split(' ') ?? [],
  areas: JSON.parse(areas ?? '[]') as AreaFacts[],
};
