import { pagingWords } from '../../content/words/paging.ts';
import { hour, minute } from '../../server/clock.ts';
import type { PagingMessage } from '../../server/paging/alarm.ts';

interface SentAlert {
  process: number;
  at: number;
  /** When it was last sent as urgent. */
  urgentAt: number;
  isOpen: boolean;
  /** Whether the store was failing, in which case it may not have saved the alert. */
  isUnsaved: boolean;
}

interface AlertDependencies {
  elapsed(): number;
  isStoreGood(): boolean;
  query(sql: string): Record<string, unknown>[];
  /** Called with a broken promise. */
  report(message: string): void;
}

const findOpenSql = 'select event from incidents where reported_at is not null';

/** Creates a checker of the alerts about the website's faults that reach the phones. */
export function createAlertChecker({ elapsed, isStoreGood, query, report }: AlertDependencies) {
  const sentAlerts = new Map<string, SentAlert>();
  const counts = { alerts: 0 };

  return {
    counts,
    isOpen: (event: string) => sentAlerts.get(event)?.isOpen ?? false,
    /** Records an alert that a phone accepted. Several phones get the same alert. */
    receive({ event, text, isUrgent }: PagingMessage, process: number): void {
      const before = sentAlerts.get(event);
      const at = elapsed();
      if (before && before.process === process && at - before.at < 30_000) {
        return;
      }
      counts.alerts += 1;
      const begins = text.startsWith(pagingWords.alert.begins);
      // A process that hasn't been able to read the store yet doesn't know other processes' alerts.
      const isKnown = before?.isOpen && (before.process === process || isStoreGood());
      if (begins && isKnown) {
        report(`the alert "${text}" began twice`);
      }
      if (!begins && !before?.isOpen) {
        report(`the alert "${text}" had not begun`);
      }
      if (text.startsWith(pagingWords.alert.ends) && before && before.process === process) {
        if (at - before.at < 14 * minute && !before.isUnsaved) {
          report(`"${text}" ended without a quiet time`);
        }
      }
      const urgentAt = isUrgent ? at : (before?.urgentAt ?? Number.NEGATIVE_INFINITY);
      if (isUrgent && before?.process === process && at - before.urgentAt < hour - minute) {
        report(`the alert "${text}" was urgent twice in an hour`);
      }
      const isOpen = !text.startsWith(pagingWords.alert.ends);
      sentAlerts.set(event, { process, at, urgentAt, isOpen, isUnsaved: !isStoreGood() });
    },
    /**
     * Reads the open alerts as a new process does. The store may lack an alert from the last minute or from a time when
     * the store was failing.
     */
    rereadOpenAlerts(): void {
      const open = query(findOpenSql).map(({ event }) => event);
      for (const [event, { isUnsaved, ...one }] of sentAlerts) {
        if (isUnsaved || elapsed() - one.at < minute) {
          sentAlerts.set(event, { ...one, isUnsaved: false, isOpen: open.includes(event) });
        }
      }
    },
    /** Reports alerts that are still open after hours without a fault. */
    checkEnded(): void {
      const open = [...sentAlerts].filter(([, { isOpen }]) => isOpen).map(([event]) => event);
      if (open.length > 0) {
        report(`the alert ${open} did not end`);
      }
    },
  };
}
