/** The function that pages call once they have loaded, on Supabase. */
import { siteNowPath } from '../../../contract/function-paths.ts';
import { createSiteNowRoutes } from '../../../server/site-now/route.ts';
import { clock, createFunctionApp, settings, store } from '../_shared/backend.ts';

const { allowedOrigins, siteUrl = '' } = settings;
const app = createFunctionApp(siteNowPath);
app.route('/', createSiteNowRoutes({ store, allowedOrigins: [...allowedOrigins, siteUrl], clock }));

Deno.serve(app.fetch);
