/** Where somebody says that they take an emergency. */

import { acknowledgments } from '../../../server/acknowledge.ts';
import { systemClock as clock } from '../../../server/clock.ts';
import { acknowledgePath } from '../../../server/paging/page.ts';
import { functionApp, inBackground, never, settings, store, visitorIp } from '../_shared/backend.ts';

const onTaken = (reference: string) => {
  for (const { cancel } of settings.paging.recipients) if (cancel) inBackground(cancel(reference, never));
};
const app = functionApp(acknowledgePath);
app.route('/', acknowledgments({ store, clientIp: visitorIp, clock, onTaken }));

Deno.serve(app.fetch);
