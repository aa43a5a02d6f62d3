/** The function that pages call once they have loaded, on Supabase. */
import { liveChangesPath } from '../../../contract/function-paths.ts';
import { createLiveChangesRoutes } from '../../../server/live-changes/route.ts';
import { allowedOrigins, clock, createFunctionApp, store } from '../_shared/backend.ts';

const app = createFunctionApp(liveChangesPath);
app.route('/', createLiveChangesRoutes({ store, allowedOrigins, clock }));

Deno.serve(app.fetch);
