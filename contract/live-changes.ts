/**
 * The endpoint that serves the owner's notice and extra minutes to statically hosted pages. Shop hours aren't urgent, so
 * they wait for the next build. The endpoint keeps its first name, because cached pages call it.
 */
export const liveChangesName = 'site-now';

/** If a notice or extra minutes end within this many milliseconds, their end is shown without a weekday or a date. */
export const timeOnlyWindow = 18 * 60 * 60_000;

/** Texts by language. `notice` and `until` say when they expire, in the business's time zone. */
export interface LiveChangesResponse {
  notice?: Record<string, string> | undefined;
  /** The texts that replace the average and its label on an area's sign, by the area's city. */
  signs: Record<string, { minutes: Record<string, string>; until: Record<string, string> }>;
}
