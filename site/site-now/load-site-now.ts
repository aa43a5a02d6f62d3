import { PUBLIC_FUNCTIONS_URL } from 'astro:env/client';
import { siteNowName } from '../../contract/site-now.ts';
import { showSiteNow } from './show-site-now.ts';

// Load the changes after the rest of the page. Without a response, the page remains as it was built.
addEventListener('load', async () => {
  const response = await fetch(`${PUBLIC_FUNCTIONS_URL}/${siteNowName}`, {
    referrerPolicy: 'no-referrer',
  }).catch(() => undefined);
  if (response?.ok) {
    showSiteNow(await response.json());
  }
});
