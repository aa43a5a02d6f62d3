import { loadWords } from '../contact-form/load-words.ts';
import { loadScript } from '../load-script.ts';
import { loadWhenNear } from '../load-when-near.ts';

const place = document.getElementById('area-check');

if (place) {
  loadWhenNear(place, async () => {
    const [{ showAreaCheck }, { areaCheck }] = await Promise.all([
      loadScript('show-area-check', () => import('./show-area-check.ts')),
      loadWords(),
    ]);
    return () => showAreaCheck(place, areaCheck);
  });
}
