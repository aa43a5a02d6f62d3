import { business } from '../../content/business.ts';
import { interpolate } from '../../content/interpolate.ts';
import { type Language, languages } from '../../content/languages.ts';
import { privacyAnchor } from '../../content/navigation.ts';
import { words } from '../../content/words/index.ts';
import { CallLink } from '../components/CallLink.tsx';
import { EmailLink } from '../components/EmailLink.tsx';
import { Rows } from '../components/Rows.tsx';
import { Section } from '../components/Section.tsx';
import style from './Privacy.module.css';

/** The use of visitors' details. docs/privacy.md names the basis of each sentence. */
export function Privacy({ language }: { language: Language }) {
  const { heading, summary, more, rows, paging, since, licenses } = words[language].privacy;
  return (
    <Section id={privacyAnchor} heading={heading}>
      <details className={style.details}>
        <summary>
          {interpolate(summary, { retentionDays: business.retentionDays })} <b>{more}</b>
        </summary>
        <Rows rows={rows.map(({ title, text }) => ({ title, text: withLinks(text, paging) }))} />
        <p>
          {interpolate(since, { since: formatDate(language) })} <a href="/licenses.txt">{licenses}</a>
        </p>
      </details>
    </Section>
  );
}

/** Fills in a sentence, with {phone} and {email} as links. {paging} is empty if emergencies aren't paged. */
function withLinks(text: string, paging: string) {
  return text.split(/(\{phone\}|\{email\})/).map((part) => {
    if (part === '{phone}') {
      return <CallLink key={part} variant="link" />;
    } else if (part === '{email}') {
      return <EmailLink key={part} />;
    } else {
      return interpolate(part, {
        retentionDays: business.retentionDays,
        paging: business.phonesRing ? paging : '',
      });
    }
  });
}

/** "November 22, 2026" */
function formatDate(language: Language): string {
  const locale = languages[language].locale.replace('_', '-');
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(new Date(business.privacySince));
}
