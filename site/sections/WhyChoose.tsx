import type { Language } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import { contactAnchor } from '../../contract/link-targets.ts';
import { Button } from '../components/Button.tsx';
import { CallLink } from '../components/CallLink.tsx';
import { Rows } from '../components/Rows.tsx';
import { Section } from '../components/Section.tsx';
import { fillFacts } from '../fill-facts.ts';
import { getPagePath } from '../routes.ts';
import style from './WhyChoose.module.css';

export function WhyChoose({ language }: { language: Language }) {
  const { about, hero } = words[language];
  return (
    <Section id="why" heading={fillFacts(about.whyHeading, language)}>
      <div className={style.columns}>
        <Rows
          rows={about.why
            .filter(({ title }) => title)
            .map(({ title, reason }) => ({ title, text: fillFacts(reason, language) }))}
        />
        <p className={`panel ${style.actions}`}>
          <CallLink variant="primary" label={hero.call} />
          <Button href={getPagePath('landing', language, contactAnchor)}>{hero.request}</Button>
        </p>
      </div>
    </Section>
  );
}
