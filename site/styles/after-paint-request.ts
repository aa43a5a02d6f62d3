import sheet from './after-paint.css?url';

/**
 * Loads the deferred styles, like after-paint.ts, on the page about a request, which has its own script. This file
 * repeats the code, because a file that two scripts import would be one more request on each page.
 */
const link = document.createElement('link');
link.rel = 'stylesheet';
link.href = sheet;
document.head.append(link);
