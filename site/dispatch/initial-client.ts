/** Requests the dashboard while React is still loading, so that a paired phone shows it one round trip earlier. */
import { createDispatchClient } from './dispatch-client.ts';
import { readKey } from './dispatch-key.ts';

/** The phone's key, or undefined if the phone wasn't paired when the page opened. */
export const initialKey = readKey();
export const initialClient = createDispatchClient(initialKey);

if (initialKey && document.visibilityState !== 'hidden') {
  initialClient.prefetchDashboard();
}
