import { loadWords } from '../contact-form/load-words.ts';
import { loadScript } from '../load-script.ts';
import { loadWhenNear } from '../load-when-near.ts';

const place = document.getElementById('area-check');
const { connection } = navigator as Navigator & { connection?: { saveData: boolean } };

/** How long the page has been complete before what is not near is loaded. */
const pauseMilliseconds = 1_000;

if (place) {
  const load = loadWhenNear(place, async () => {
    const [{ showAreaCheck }, { areaCheck }] = await Promise.all([
      loadScript('show-area-check', () => import('./show-area-check.ts')),
      loadWords(),
    ]);
    return () => showAreaCheck(place, areaCheck);
  });
  // A screen reader's next field is sought in the whole page, which does not scroll.
  if (!connection?.saveData) addEventListener('load', () => setTimeout(load, pauseMilliseconds));
}
