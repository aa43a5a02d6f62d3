/** Where somebody says that they take an emergency (server/paging/acknowledge.ts). */
import { Hono } from 'hono';
import { systemClock as clock } from '../../../server/clock.ts';
import { commonHeaders, withHeaders } from '../../../server/headers.ts';
import { stackLocation } from '../../../server/log.ts';
import { acknowledgments } from '../../../server/paging/acknowledge.ts';
import { acknowledgePath } from '../../../server/paging/acknowledge-link.ts';
import { visitorIp as clientIp, log, cancelInBackground as onTaken, store } from '../_shared/backend.ts';

const app = new Hono({ getPath: () => acknowledgePath });
app.use(withHeaders(commonHeaders(undefined)));
app.route('/', acknowledgments({ store, clientIp, clock, onTaken }));
app.onError((error, c) => {
  log('error', stackLocation(error));
  return c.body(null, 500);
});

Deno.serve(app.fetch);
