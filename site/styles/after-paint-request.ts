// Loads the deferred styles, like after-paint.ts, on the page about a request, which has its own script. This file
// repeats the code, because a file that two scripts import would be one more request on each page.
import lamps from '../request/start-lamps.ts?worker&url';
import sheet from './after-paint.css?url';

const link = document.createElement('link');
link.rel = 'stylesheet';
link.href = sheet;
// Unstyled lamps would push the text away. If they don't load, the board keeps its text.
link.addEventListener('load', () => import(/* @vite-ignore */ lamps).catch(() => {}));
document.head.append(link);
