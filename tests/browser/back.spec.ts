import { testBack } from './back.ts';

// The shell keeps no page for Back.
testBack(false);
