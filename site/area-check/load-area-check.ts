import type { Words } from '../../content/words/schema.ts';
import { getPageLanguage } from '../contact-form/load-words.ts';
import { loadScript } from '../load-script.ts';
import { loadWhenNear } from '../load-when-near.ts';

const container = document.getElementById('area-check');
const board = document.querySelector('h1');
const { connection } = navigator as Navigator & { connection?: { saveData: boolean } };

/** Each language has its own file (words-for-scripts.ts). */
const files = import.meta.glob<Pick<Words, 'areaCheck'>>('./??.json', {
  base: '/content/words/',
  query: '?area-words',
});
const language = getPageLanguage();
const loadAreaWords = files[`./${language}.json`] as () => Promise<Pick<Words, 'areaCheck'>>;

/** The pause after the page's load event, because nobody waits for the area check. */
const loadPause = 1_000;

if (container && board) {
  const load = loadWhenNear(
    container,
    async () => {
      const [{ showAreaCheck, lightBoards }, { areaCheck }] = await Promise.all([
        loadScript('show-area-check', () => import('./show-area-check.ts')),
        loadScript(`area-words-${language}`, loadAreaWords),
      ]);
      return () => {
        showAreaCheck(container, board, areaCheck);
        lightBoards();
      };
    },
    { isWatched: false },
  );
  if (connection?.saveData) {
    addEventListener('pointerdown', load, { once: true });
  } else {
    addEventListener('load', () => setTimeout(load, loadPause));
  }
}
