import { createRoot } from 'react-dom/client';
import { Dispatch } from './Dispatch.tsx';
import laterSheet from './styles/later.css?url';

const island = document.getElementById('dispatch');
if (island) {
  createRoot(island).render(<Dispatch />);
  addEventListener('load', () => loadSheet(laterSheet));
}

function loadSheet(href: string): void {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  document.head.append(link);
}
