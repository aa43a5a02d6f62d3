import { playJourneys } from './support/engine-journeys.ts';
import { startWebKit } from './support/webkit-driver.ts';

// The iPhone's engine. WebKitGTK has no share sheet, touch or coarse pointer: those need a phone.
playJourneys(startWebKit);
