import { dispatchWords } from '../../content/words/dispatch.ts';
import type { SiteState } from '../../contract/dispatch.ts';
import { formatClock } from './clock-times.ts';
import { interpolate } from './interpolate.ts';

/** Returns "Alex until 8:00 AM", or the label of the phone that rings first. */
export function describeFirstPhone({ onCall, firstUntil }: SiteState): string {
  const inOrder = onCall.filter(({ isOff }) => !isOff);
  const first = firstUntil
    ? onCall.find(({ recipient }) => recipient === firstUntil.recipient)
    : (inOrder[0] ?? onCall[0]);
  const label = first?.label ?? '';
  return firstUntil
    ? interpolate(dispatchWords.site.onCallFirst, { label, time: formatClock(firstUntil.until) })
    : label;
}

/** If a phone is first until a certain time, also includes the next one: "Alex until 8:00 AM, then Night phone". */
export function describeFirstAndNextPhone(site: SiteState): string {
  const { onCall, firstUntil } = site;
  const next = onCall.find(({ recipient, isOff }) => !isOff && recipient !== firstUntil?.recipient);
  if (!firstUntil || !next) {
    return describeFirstPhone(site);
  }
  return interpolate(dispatchWords.site.onCallThen, {
    label: onCall.find(({ recipient }) => recipient === firstUntil.recipient)?.label ?? '',
    time: formatClock(firstUntil.until),
    next: next.label,
  });
}
