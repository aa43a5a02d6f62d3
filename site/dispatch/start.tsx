import { createRoot } from 'react-dom/client';
import { Dispatch } from './Dispatch.tsx';
import laterSheet from './styles/later.css?url';

const island = document.getElementById('dispatch');
if (island) {
  createRoot(island).render(<Dispatch />);
  addEventListener('load', () => loadSheet(laterSheet));
  document.querySelector('.skip-link')?.addEventListener('click', skipToHeading);
}

/** Follows the skip link without changing the address's fragment, which is the open view or a token. */
function skipToHeading(event: Event): void {
  event.preventDefault();
  const heading = document.querySelector<HTMLElement>('main h1');
  if (heading) {
    heading.tabIndex = -1;
    heading.focus();
  }
}

function loadSheet(href: string): void {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  document.head.append(link);
}
