import { type FormEvent, useEffect, useRef, useState } from 'react';
import { dispatchWords } from '../../content/words/dispatch.ts';
import { dispatchLimits, maxNoticeDays, type SiteState } from '../../contract/dispatch.ts';
import { ActionButton } from './ActionButton.tsx';
import { undoChange, useDispatchPage } from './actions.tsx';
import { formatTime, parseLocalInput } from './clock-times.ts';
import { interpolate } from './interpolate.ts';
import { facts } from './page-facts.ts';
import { getLanguageName } from './request-text.ts';
import { ShownNotice } from './ShownNotice.tsx';
import { TimeField } from './TimeField.tsx';
import { useTabState } from './use-tab-state.ts';

const { site: siteWords } = dispatchWords;

/** The site's notice, by language. */
export type NoticeTexts = Record<string, string>;

interface Props {
  site: SiteState;
  texts: NoticeTexts;
  onTextsChange(texts: NoticeTexts): void;
  /** The notice's end, in the format of a time field. */
  ends: string;
  onEndsChange(ends: string): void;
}

/** A form for a notice in each language of the site. The notice disappears automatically at its end. */
export function NoticeForm({ site, texts, onTextsChange, ends, onEndsChange }: Props) {
  const { now, send, isBusy } = useDispatchPage();
  /** If empty, the notice begins now. */
  const [begins, setBegins] = useTabState('notice-begins', '');
  const [fault, setFault] = useState('');
  const until = parseLocalInput(ends) ?? now;
  const heading = useRef<HTMLHeadingElement>(null);
  const [isShown, setShown] = useState(false);

  // The shown notice appears below the heading, which may have scrolled out of view on a phone.
  useEffect(() => {
    if (isShown) {
      heading.current?.focus();
      setShown(false);
    }
  }, [isShown]);

  async function show(event: FormEvent) {
    event.preventDefault();
    const from = parseLocalInput(begins) ?? now;
    const found = findFault(texts, from, until);
    setFault(found);
    if (found !== '') {
      return;
    }
    const confirmation = interpolate(
      from > now ? dispatchWords.confirmations.notice_later : dispatchWords.confirmations.notice,
      {
        begins: formatTime(from, now),
        time: formatTime(until, now),
      },
    );
    const notice = { action: 'notice', text: texts, begins: from, ends: until } as const;
    if (await send(notice, confirmation, undoChange('notice'))) {
      onTextsChange({});
      setBegins('');
      setShown(true);
    }
  }

  return (
    <form className="stack" onSubmit={show} noValidate>
      <h2 ref={heading} tabIndex={-1} className="group">
        {siteWords.notice}
      </h2>
      <div className="stack">
        {site.notice && (
          <ShownNotice
            notice={site.notice}
            sentence={siteWords.showing}
            confirmation={dispatchWords.confirmations.take_down}
          />
        )}
        {[site.planned ?? [], site.laterPlanned ?? []].flat().map((notice) => (
          <ShownNotice
            key={notice.id}
            notice={notice}
            sentence={siteWords.planned}
            confirmation={dispatchWords.confirmations.take_down_planned}
          />
        ))}
      </div>
      <Presets texts={texts} onTextsChange={onTextsChange} />
      {facts.languages.map((language) => (
        <NoticeText
          key={language}
          language={language}
          value={texts[language] ?? ''}
          onValueChange={(value) => onTextsChange({ ...texts, [language]: value })}
        />
      ))}
      <div className="two">
        <TimeField
          id="notice-begins"
          label={siteWords.from}
          value={begins}
          onValueChange={setBegins}
          note={siteWords.now}
        />
        <TimeField id="notice-ends" label={siteWords.until} value={ends} onValueChange={onEndsChange} />
      </div>
      <p className="field-error" role="alert">
        {fault}
      </p>
      <ActionButton type="submit" className="button solid big whole" isBusy={isBusy}>
        {siteWords.show}
      </ActionButton>
      <p className="note">{interpolate(siteWords.showNote, { time: formatTime(until, now) })}</p>
    </form>
  );
}

/** Returns an error message if a notice can't be shown, or ''. */
function findFault(texts: NoticeTexts, begins: string, ends: string): string {
  if (facts.languages.some((language) => !texts[language]?.trim())) {
    return siteWords.noticeEmpty;
  }
  const days = (Date.parse(ends) - Date.parse(begins)) / (24 * 60 * 60_000);
  return days > 0 && days <= maxNoticeDays ? '' : interpolate(siteWords.noticeEnds, { days: maxNoticeDays });
}

function Presets({ texts, onTextsChange }: Pick<Props, 'texts' | 'onTextsChange'>) {
  const isSame = (preset: Partial<NoticeTexts>) =>
    facts.languages.every((language) => (preset[language] ?? '') === (texts[language] ?? ''));
  const choices = [
    ...Object.values(siteWords.presets).map((preset) => ({ label: preset.label, texts: preset.text })),
    { label: siteWords.ownWords, texts: {} },
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of buttons, without fields
    <div className="chips" role="group" aria-label={siteWords.beginWith}>
      {choices.map((choice) => (
        <button
          key={choice.label}
          type="button"
          className={isSame(choice.texts) ? 'button solid' : 'button'}
          aria-pressed={isSame(choice.texts)}
          onClick={() =>
            onTextsChange(Object.fromEntries(facts.languages.map((name) => [name, choice.texts[name] ?? ''])))
          }
        >
          {choice.label}
        </button>
      ))}
    </div>
  );
}

interface TextProps {
  language: string;
  value: string;
  onValueChange(value: string): void;
}

function NoticeText({ language, value, onValueChange }: TextProps) {
  const id = `notice-${language}`;
  return (
    <div>
      <label className="label" htmlFor={id}>
        {getLanguageName(language)}{' '}
        <small>{interpolate(siteWords.count, { count: value.length, limit: dispatchLimits.notice })}</small>
      </label>
      <textarea
        id={id}
        className="control"
        lang={language}
        rows={3}
        maxLength={dispatchLimits.notice}
        value={value}
        onChange={({ target }) => onValueChange(target.value.replace(/\n/g, ' '))}
      />
    </div>
  );
}
