/** The function for "I'm taking it" on Supabase. Its name is part of the public URL. */

import { takePath } from '../../../contract/function-paths.ts';
import { createTakeRoutes } from '../../../server/paging/take-routes.ts';
import { clock, createFunctionApp, readVisitorIp, startDraining, store } from '../_shared/backend.ts';

const app = createFunctionApp(takePath);
app.route('/', createTakeRoutes({ store, readClientIp: readVisitorIp, wakeOutbox: startDraining, clock }));

Deno.serve(app.fetch);
