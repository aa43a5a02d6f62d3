import { playJourneys } from '../support/engine-journeys.ts';
import { startWebKit } from '../support/webkit-driver.ts';

// The iPhone's engine. Share sheet, touch and coarse pointer are not tried: those need a phone.
playJourneys(startWebKit);
