import type { Language } from '../../content/languages.ts';
import type { Service } from '../../content/services.ts';
import { words } from '../../content/words/index.ts';
import { contactAnchor } from '../../contract/contact-fields.ts';
import { pathOf } from '../routes.ts';

interface Props {
  service: Service;
  language: Language;
}

/** Links to the form, and selects the service if the form offers it (chosen-service.ts). */
export function ServiceLink({ service: { id, inForm }, language }: Props) {
  return (
    <a href={pathOf('landing', language, contactAnchor)} data-service={inForm ? id : undefined}>
      {words[language].services.items[id].title}
    </a>
  );
}
