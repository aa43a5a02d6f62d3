import type { ReactNode } from 'react';
import type { Language } from '../../content/languages.ts';
import type { Service } from '../../content/services.ts';
import { words } from '../../content/words/index.ts';
import { requestAnchor } from '../../contract/contact-fields.ts';
import { type Route, sectionLink } from '../routes.ts';

interface Props {
  /** The page that links. */
  from: Route;
  service: Service;
  language: Language;
  /** What the link says instead of the service's title. */
  children?: ReactNode;
}

/** Links to the form's title, and selects the service if the form offers it (chosen-service.ts). */
export function ServiceLink({ from, service: { id, inForm }, language, children }: Props) {
  return (
    <a href={sectionLink(from, 'landing', language, requestAnchor)} data-service={inForm ? id : undefined}>
      {children ?? words[language].services.items[id].title}
    </a>
  );
}
