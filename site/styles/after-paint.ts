// Loads styles that the first paint doesn't need.
import sheet from './after-paint.css?url';

const link = document.createElement('link');
link.rel = 'stylesheet';
link.href = sheet;
document.head.append(link);
