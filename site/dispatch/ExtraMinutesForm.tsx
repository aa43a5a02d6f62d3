import { useState } from 'react';
import { dispatchWords } from '../../content/words/dispatch.ts';
import { extraMinutes as choices, type Dashboard } from '../../contract/dispatch.ts';
import { ActionButton } from './ActionButton.tsx';
import { undoChange, useDispatchPage } from './actions.tsx';
import { findNextHour, findShownEnd, formatTime, parseLocalInput, type TypedTime } from './clock-times.ts';
import { interpolate } from './interpolate.ts';
import { facts } from './page-facts.ts';
import { TimeField } from './TimeField.tsx';

const { site: siteWords } = dispatchWords;

/** A form that adds minutes to the averages on the areas' signs, until a chosen time. */
export function ExtraMinutesForm({ dashboard }: { dashboard: Dashboard }) {
  const { now, send, isBusy } = useDispatchPage();
  const [typed, setTyped] = useState<TypedTime>();
  const until = findShownEnd(typed, now);
  const { extraMinutes } = dashboard.site;

  function choose(city: string, minutes: (typeof choices)[number]) {
    const ends = parseLocalInput(until) ?? findNextHour(6, now);
    const sentence =
      minutes === 0
        ? dispatchWords.confirmations.extra_minutes_none
        : dispatchWords.confirmations.extra_minutes;
    const confirmation = interpolate(sentence, { city, minutes, time: formatTime(ends, now) });
    send({ action: 'extra_minutes', city, minutes, until: ends }, confirmation, undoChange('extra_minutes'));
  }

  return (
    <section className="stack">
      <h2 className="group">{siteWords.extraMinutes}</h2>
      {facts.areas.map(({ city, averageMinutes }) => {
        const chosen = extraMinutes[city];
        return (
          <fieldset key={city}>
            <legend>
              {city} <small>{interpolate(siteWords.average, { minutes: averageMinutes })}</small>
            </legend>
            <div className="seg">
              {choices.map((minutes) => (
                <ActionButton
                  key={minutes}
                  isBusy={isBusy}
                  aria-pressed={(chosen?.minutes ?? 0) === minutes}
                  onClick={() => choose(city, minutes)}
                >
                  {minutes === 0 ? siteWords.none : interpolate(siteWords.plus, { minutes })}
                </ActionButton>
              ))}
            </div>
            {chosen && (
              <p className="note">
                {interpolate(siteWords.extraNote, { time: formatTime(chosen.until, now) })}
              </p>
            )}
          </fieldset>
        );
      })}
      <TimeField
        id="extra-until"
        label={siteWords.until}
        value={until}
        onValueChange={(value) => setTyped({ value, typedAt: now })}
      />
    </section>
  );
}
