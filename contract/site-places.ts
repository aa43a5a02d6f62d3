/** Places on the site that the server sends visitors to. */

/** Ids of the contact section and its form's title on the landing pages. */
export const contactAnchor = 'contact';
export const requestAnchor = 'request';

/** The page that says that a form sent without our script has arrived. Its path follows that of the landing page. */
export const sentPage = 'sent';

/** The page on which a driver sees how a request stands: its fragment is the request's token. */
export const requestPage = 'request';
