import type { Language } from '../../content/languages.ts';
import { navigation } from '../../content/navigation.ts';
import { words } from '../../content/words/index.ts';
import button from '../components/Button.module.css';
import { CallLink } from '../components/CallLink.tsx';
import { LanguageSwitch } from '../components/LanguageSwitch.tsx';
import { Logo } from '../components/Logo.tsx';
import { fillFacts } from '../fill-facts.ts';
import { getPagePath, getSectionLink, type PageName } from '../routes.ts';
import style from './Header.module.css';

interface Props {
  language: Language;
  page: PageName;
}

/**
 * The header, with its links in a popover on small screens and inline on wide screens. The popover and its Escape key
 * work without scripts. header-script.ts also closes it after a link is followed.
 */
export function Header({ language, page }: Props) {
  const { footer, header, navigation: names } = words[language];
  return (
    // The first screen of the about page has no large call link, so the header's call link is orange.
    <header className={style.header} data-primary={page === 'about' ? '' : undefined}>
      <div className={style.strip}>
        <LanguageSwitch language={language} page={page} />
        <span>{fillFacts(footer.area, language)}</span>
      </div>
      <div className={style.bar}>
        <a href={getPagePath('landing', language)} className={style.home}>
          <Logo />
        </a>
        <CallLink variant="secondary" label={header.emergency} />
        <button type="button" popoverTarget="menu" className={style.toggle}>
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
            <path d="M3 6h18M3 12h18M3 18h18" />
          </svg>
          <span>{header.menu}</span>
        </button>
        <nav id="menu" popover="auto" aria-label={header.mainNavigation} className={style.menu}>
          <ul>
            {navigation.map((item) => (
              <li key={item.name}>
                {'section' in item ? (
                  <a href={getSectionLink(page, 'landing', language, item.section)}>{names[item.name]}</a>
                ) : (
                  <a
                    href={getPagePath(item.page, language)}
                    aria-current={item.page === page ? 'page' : undefined}
                  >
                    {names[item.name]}
                  </a>
                )}
              </li>
            ))}
            <li className={style.last}>
              <LanguageSwitch language={language} page={page} />
              <button type="button" popoverTarget="menu" popoverTargetAction="hide" className={button.button}>
                {header.close}
              </button>
            </li>
          </ul>
        </nav>
      </div>
    </header>
  );
}
