import { business } from '../../content/business.ts';
import type { Language } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import { fillIn } from '../../contract/fill-in.ts';
import { Section } from '../components/Section.tsx';
import { facts } from '../facts.ts';
import style from './About.module.css';

export function About({ language }: { language: Language }) {
  const { heading, text, stats } = words[language].about;
  const { yearsOfExperience, clients, hoursSaved } = business.claims;
  const figures = [
    { figure: `${yearsOfExperience}+`, label: stats.years },
    { figure: `${clients}+`, label: stats.clients },
    { figure: `${hoursSaved}+`, label: stats.hours },
    { figure: '24/7', label: stats.line },
  ];
  return (
    <Section id="about" heading={fillIn(heading, facts)} level={1}>
      <div className={style.columns}>
        <div className={style.text}>
          {text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        <ul className={style.stats}>
          {figures.map(({ figure, label }) => (
            <li key={label}>
              <b>{figure}</b> <span>{label}</span>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}
