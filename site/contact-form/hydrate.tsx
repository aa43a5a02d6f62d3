import { hydrateRoot } from 'react-dom/client';
import { ContactForm } from './ContactForm.tsx';

/** React takes the served form over, with what was typed so far. */
export function hydrate(island: HTMLElement) {
  hydrateRoot(island, <ContactForm {...JSON.parse(island.dataset.props ?? '')} />);
}
