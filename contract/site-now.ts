/** The function that tells pages on a static host what the owner changed. Public: nothing in it is about a visitor. */
export const siteNowName = 'site-now';

/** Texts are by language. They say until when they count, in the business's time zone. */
export interface SiteNowAnswer {
  notice?: Record<string, string> | undefined;
  /** By the city of an area: what its sign says in place of the average. */
  signs: Record<string, { minutes: Record<string, string>; until: Record<string, string> }>;
}
