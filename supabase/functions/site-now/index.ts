/** The function that pages call after their first paint, on Supabase. */
import { siteNowPath } from '../../../contract/function-paths.ts';
import { siteNow } from '../../../server/site-now/route.ts';
import { clock, functionApp, settings, store } from '../_shared/backend.ts';

const { allowedOrigins, siteUrl = '' } = settings;
const app = functionApp(siteNowPath);
app.route('/', siteNow({ store, allowedOrigins: [...allowedOrigins, siteUrl], clock }));

Deno.serve(app.fetch);
