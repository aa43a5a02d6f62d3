/** Asks for the board while React is still loading: a paired phone shows its requests one round trip earlier. */
import { createDispatchClient } from './dispatch-client.ts';
import { readKey } from './dispatch-key.ts';

/** Undefined if the phone wasn't paired when the page opened. */
export const firstKey = readKey();
export const firstClient = createDispatchClient(firstKey);

if (firstKey && document.visibilityState !== 'hidden') {
  firstClient.askEarly();
}
