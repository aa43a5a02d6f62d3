import { pagingWords } from '../../content/words/paging.ts';
import type { Page } from '../../server/paging/page.ts';
import { hour, minute } from './timetable.ts';

interface Told {
  process: number;
  at: number;
  /** When it was last told as urgent. */
  urgentAt: number;
  isOpen: boolean;
  /** Whether the store failed then, so that it may know nothing of the alert. */
  isUnsaved: boolean;
}

interface AlertParts {
  elapsed(): number;
  isStoreGood(): boolean;
  query(sql: string): Record<string, unknown>[];
  /** Called with a broken promise. */
  report(what: string): void;
}

const findOpen = 'select event from incidents where reported_at is not null';

/** What phones were told about faults of the website. */
export function simulatedAlerts({ elapsed, isStoreGood, query, report }: AlertParts) {
  const told = new Map<string, Told>();
  const counts = { alerts: 0 };

  return {
    counts,
    isOpen: (event: string) => told.get(event)?.isOpen ?? false,
    /** A phone accepted an alert. Several phones get the same one. */
    receive({ event, text, isUrgent }: Page, process: number): void {
      const before = told.get(event);
      const at = elapsed();
      if (before && before.process === process && at - before.at < 30_000) {
        return;
      }
      counts.alerts += 1;
      const begins = text.startsWith(pagingWords.alert.begins);
      // A process that can't read the store since its start doesn't know what others told.
      const isKnown = before?.isOpen && (before.process === process || isStoreGood());
      if (begins && isKnown) {
        report(`the alert "${text}" began twice`);
      }
      if (!begins && !before?.isOpen) {
        report(`the alert "${text}" had not begun`);
      }
      if (text.startsWith(pagingWords.alert.ends) && before && before.process === process) {
        if (at - before.at < 14 * minute && !before.isUnsaved) {
          report(`"${text}" came without a quiet time`);
        }
      }
      const urgentAt = isUrgent ? at : (before?.urgentAt ?? Number.NEGATIVE_INFINITY);
      if (isUrgent && before?.process === process && at - before.urgentAt < hour - minute) {
        report(`the alert "${text}" was urgent twice in an hour`);
      }
      const isOpen = !text.startsWith(pagingWords.alert.ends);
      told.set(event, { process, at, urgentAt, isOpen, isUnsaved: !isStoreGood() });
    },
    /** Another process knows what the store has saved. What was told just now, or while it failed, may be in it or not. */
    learnUnsaved(): void {
      const open = query(findOpen).map(({ event }) => event);
      for (const [event, { isUnsaved, ...one }] of told) {
        if (isUnsaved || elapsed() - one.at < minute) {
          told.set(event, { ...one, isUnsaved: false, isOpen: open.includes(event) });
        }
      }
    },
    /** After hours without a fault. */
    checkEnded(): void {
      const open = [...told].filter(([, { isOpen }]) => isOpen).map(([event]) => event);
      if (open.length > 0) {
        report(`the alert ${open} did not end`);
      }
    },
  };
}
