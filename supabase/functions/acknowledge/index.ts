/** The function that acknowledges an emergency on Supabase. */

import { acknowledgePath } from '../../../contract/function-paths.ts';
import { systemClock as clock } from '../../../server/clock.ts';
import { createAcknowledgeRoutes } from '../../../server/paging/acknowledge.ts';
import { createFunctionApp, startDraining, store, visitorIp } from '../_shared/backend.ts';

const app = createFunctionApp(acknowledgePath);
app.route('/', createAcknowledgeRoutes({ store, clientIp: visitorIp, clock, onTaken: startDraining }));

Deno.serve(app.fetch);
