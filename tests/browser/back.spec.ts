import { testBack } from './back.ts';

// The headless shell doesn't keep pages for Back.
testBack(false);
