import { createRoot } from 'react-dom/client';
import { Dispatch } from './Dispatch.tsx';

const island = document.getElementById('dispatch');
if (island) {
  createRoot(island).render(<Dispatch />);
}
