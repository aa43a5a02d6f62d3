import { playJourneys } from '../support/engine-journeys.ts';
import { startFirefox } from '../support/firefox-driver.ts';

playJourneys(startFirefox);
