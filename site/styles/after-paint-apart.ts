import sheet from './after-paint.css?url';

/**
 * Does what after-paint.ts does, for the page about a request, which has a script of its own. If two scripts imported one
 * file, that would be one more request on each page.
 */
const link = document.createElement('link');
link.rel = 'stylesheet';
link.href = sheet;
document.head.append(link);
