import { business } from '../../content/business.ts';
import type { Language } from '../../content/languages.ts';
import { privacyAnchor } from '../../content/navigation.ts';
import { formatPhone } from '../../content/phone-number.ts';
import { words } from '../../content/words/index.ts';
import { contactAnchor } from '../../contract/link-targets.ts';
import boardStyle from '../components/Board.module.css';
import buttonStyle from '../components/Button.module.css';
import { Button } from '../components/Button.tsx';
import { CallLink } from '../components/CallLink.tsx';
import { Scene } from '../components/Scene.tsx';
import { fillFacts } from '../fill-facts.ts';
import { getSectionLink } from '../routes.ts';
import heroStyle from '../sections/Hero.module.css';
import { RequestHeader } from './RequestHeader.tsx';
import style from './RequestPage.module.css';
import stepsStyle from './RequestSteps.module.css';
import { joinBoardLines } from './request-words.ts';

/**
 * The driver's page about a request. As built, it has the call link and the words for a URL without a token. In the
 * browser, show-request.ts fills in the request's status.
 */
export function RequestPage({ language }: { language: Language }) {
  const { requestStatus: text, extras, footer, privacy } = words[language];
  return (
    <>
      <RequestHeader language={language} />
      <main id="main">
        <div className={`${heroStyle.hero} ${style.hero}`}>
          <div className={`${heroStyle.gantry} ${style.gantry}`}>
            <div className={`${boardStyle.board} ${boardStyle.long} ${style.board}`}>
              {/* The lamps are drawn outside of the live region, so screen readers announce only its text. */}
              <span id="board" role="status">
                <span>{joinBoardLines(text.board.none)}</span>
              </span>
            </div>
            <p id="sentence" className={style.sentence}>
              {text.sentence.none}
            </p>
            <div className={`${heroStyle.call} ${style.call}`}>
              <CallLink variant="primary" label={text.callPlain} />
            </div>
            {!business.phoneLanguages.includes(language) && <p>{text.notSpoken}</p>}
            <p>
              <strong>{extras.safety}</strong>
            </p>
            <div id="no-request" className={heroStyle.request}>
              <Button href={getSectionLink('request', 'landing', language, contactAnchor)}>
                {words[language].hero.request}
              </Button>
              <Scene name="night" className={style.road} />
            </div>
          </div>
          <div id="scene" className={style.scene} />
        </div>
        <div id="history" hidden className={style.history}>
          <div id="known" className={style.known}>
            <h2>{text.historyHeading}</h2>
            <ol id="steps" className={stepsStyle.steps} />
            <p id="checked" className={style.note} />
          </div>
          <button type="button" id="try-now" hidden className={buttonStyle.button}>
            {text.tryNow}
          </button>
          <p className={style.actions}>
            <button type="button" id="share" hidden className={buttonStyle.button}>
              {text.share}
            </button>
            <button type="button" id="cancel" hidden className={buttonStyle.button}>
              {text.cancel.button}
            </button>
            <button type="button" id="still_needed" hidden className={buttonStyle.button}>
              {text.stillNeeded}
            </button>
          </p>
          <p id="action-result" role="status" />
          <p id="note" className={style.note} />
          <button type="button" id="erase" hidden className={style.link}>
            {text.erase.button}
          </button>
        </div>
        <Confirmation id="cancel" {...text.cancel} />
        <Confirmation id="erase" {...text.erase} />
      </main>
      <footer className={style.footer}>
        <span>{fillFacts(footer.copyright, language)}</span>
        <a href={getSectionLink('request', 'about', language, privacyAnchor)}>{privacy.heading}</a>
      </footer>
      <script
        id="request-words"
        type="application/json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of our own words, with "<" escaped
        dangerouslySetInnerHTML={{ __html: serializeWords(language) }}
      />
    </>
  );
}

interface ConfirmationProps {
  id: 'cancel' | 'erase';
  title: string;
  text: string;
  keep: string;
  button: string;
}

/** Asks before an action that others notice. The dialog returns the pressed button's value. */
function Confirmation({ id, title, text, keep, button: label }: ConfirmationProps) {
  return (
    <dialog
      id={`${id}-dialog`}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      className={`panel ${style.dialog}`}
    >
      <form method="dialog">
        <h2 id={`${id}-title`}>{title}</h2>
        <p>{text}</p>
        <p className={style.actions}>
          <button type="submit" value="" className={buttonStyle.button}>
            {keep}
          </button>
          <button type="submit" value="confirmed" className={`${buttonStyle.button} ${style.confirm}`}>
            {label}
          </button>
        </p>
      </form>
    </dialog>
  );
}

/** Returns the words that the script fills in, and two facts, as JSON. */
function serializeWords(language: Language): string {
  const { requestStatus, form } = words[language];
  const facts = { phone: formatPhone(business.phone), timeZone: business.timeZone };
  return JSON.stringify({ ...requestStatus, ...facts, services: form.services }).replaceAll('<', '\\u003c');
}
