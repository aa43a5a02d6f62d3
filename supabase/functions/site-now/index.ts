/** The function that pages call once they have loaded, on Supabase. */
import { siteNowPath } from '../../../contract/function-paths.ts';
import { createSiteNowRoutes } from '../../../server/site-now/route.ts';
import { allowedOrigins, clock, createFunctionApp, store } from '../_shared/backend.ts';

const app = createFunctionApp(siteNowPath);
app.route('/', createSiteNowRoutes({ store, allowedOrigins, clock }));

Deno.serve(app.fetch);
