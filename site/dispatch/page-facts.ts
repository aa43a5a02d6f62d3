/** What the page's markup tells of the business: its time zone, and its number as printed and as a link. */
const { timeZone, phone, callLink } = document.getElementById('dispatch')?.dataset ?? {};

export const facts = { timeZone, phone, callLink };
