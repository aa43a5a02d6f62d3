import type { ReactNode } from 'react';
import { interpolate } from '../../content/interpolate.ts';
import type { Language } from '../../content/languages.ts';
import type { Service } from '../../content/services.ts';
import { words } from '../../content/words/index.ts';
import { formTitleId } from '../../contract/link-targets.ts';
import { getSectionLink, type PageName } from '../routes.ts';

interface Props {
  from: PageName;
  service: Service;
  language: Language;
  /** The link's text, which is the service's title by default. */
  children?: ReactNode;
}

/**
 * Links to the form's title, and selects the service (chosen-service.ts). If the form doesn't offer the service, the
 * link undoes another link's choice.
 */
export function ServiceLink({ from, service: { id, inForm }, language, children }: Props) {
  const { items, request } = words[language].services;
  const service = items[id].title;
  return (
    <a
      href={getSectionLink(from, 'landing', language, formTitleId)}
      data-service={inForm ? id : ''}
      // The title alone would promise text about the service, but the link opens the form.
      aria-label={children ? undefined : interpolate(request, { service })}
    >
      {children ?? service}
    </a>
  );
}
