/** Where somebody says that they take an emergency. */
import { systemClock as clock } from '../../../server/clock.ts';
import { acknowledgments } from '../../../server/paging/acknowledge.ts';
import { acknowledgePath } from '../../../server/paging/page.ts';
import { cancelPages } from '../../../server/paging/recipients.ts';
import { functionApp, inBackground, never, settings, store, visitorIp } from '../_shared/backend.ts';

const onTaken = (reference: string) =>
  inBackground(cancelPages(settings.paging.recipients, reference, never));
const app = functionApp(acknowledgePath);
app.route('/', acknowledgments({ store, clientIp: visitorIp, clock, onTaken }));

Deno.serve(app.fetch);
