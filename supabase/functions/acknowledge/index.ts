/** Where somebody says that they take an emergency. */
import { systemClock as clock } from '../../../server/clock.ts';
import { acknowledgments } from '../../../server/paging/acknowledge.ts';
import { acknowledgePath } from '../../../server/paging/page.ts';
import {
  visitorIp as clientIp,
  functionApp,
  cancelInBackground as onTaken,
  store,
} from '../_shared/backend.ts';

const app = functionApp(acknowledgePath);
app.route('/', acknowledgments({ store, clientIp, clock, onTaken }));

Deno.serve(app.fetch);
