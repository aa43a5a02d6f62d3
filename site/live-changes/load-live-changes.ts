import { PUBLIC_FUNCTIONS_URL } from 'astro:env/client';
import { liveChangesName } from '../../contract/live-changes.ts';
import { showLiveChanges } from './show-live-changes.ts';

// Load the changes after the rest of the page. Without a response, the page remains as it was built.
addEventListener('load', async () => {
  const response = await fetch(`${PUBLIC_FUNCTIONS_URL}/${liveChangesName}`, {
    referrerPolicy: 'no-referrer',
  }).catch(() => undefined);
  if (response?.ok) {
    showLiveChanges(await response.json());
  }
});
