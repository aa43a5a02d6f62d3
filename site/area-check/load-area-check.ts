import { getPageLanguage } from '../contact-form/load-words.ts';
import { loadScript } from '../load-script.ts';
import { loadWhenNear } from '../load-when-near.ts';
import type * as words from './area-words-en.ts';

const place = document.getElementById('area-check');
const board = document.querySelector('h1');
const { connection } = navigator as Navigator & { connection?: { saveData: boolean } };

const files = import.meta.glob<typeof words>('./area-words-??.ts');
const name = `area-words-${getPageLanguage()}`;

/** The pause between the page's load event and this script's download, which nobody waits for. */
const pauseMilliseconds = 1_000;

if (place && board) {
  const load = loadWhenNear(
    place,
    async () => {
      const [{ showAreaCheck, lightBoards }, { areaCheck }] = await Promise.all([
        loadScript('show-area-check', () => import('./show-area-check.ts')),
        loadScript(name, files[`./${name}.ts`] as () => Promise<typeof words>),
      ]);
      return () => {
        showAreaCheck(place, board, areaCheck);
        lightBoards();
      };
    },
    false,
  );
  if (connection?.saveData) {
    addEventListener('pointerdown', load, { once: true });
  } else {
    addEventListener('load', () => setTimeout(load, pauseMilliseconds));
  }
}
