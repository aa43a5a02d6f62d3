// Parts of the site that the server or the site's scripts link to.

/** The ID of the contact section on the landing pages. */
export const contactAnchor = 'contact';
/** The ID of the form's title there. */
export const formTitleId = 'request';

/** The page that confirms a form sent without our script. Its path follows the landing page's path. */
export const sentPage = 'sent';

/** The page that shows a request's status to the driver. The fragment of its URL is a token of the request. */
export const requestPage = 'request';
