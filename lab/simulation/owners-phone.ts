import { pagingWords } from '../../content/words/paging.ts';
import type { Answer } from '../../server/paging/call.ts';
import type { Page } from '../../server/paging/page.ts';

/** The alerts that the owner gets. A process remembers none of the one before it. */
export function ownersPhone(report: (what: string) => void) {
  const open = new Set<string>();
  const counts = { alerts: 0 };
  return {
    counts,
    isOpen: (event: string) => open.has(event),
    restart: () => open.clear(),
    async receive({ event, text }: Page): Promise<Answer> {
      counts.alerts += 1;
      if (open.has(event) === text.startsWith(pagingWords.alert.begins)) {
        report(`the page "${text}", which ${open.has(event) ? 'has begun before' : 'has not begun'}`);
      }
      if (text.startsWith(pagingWords.alert.ends)) open.delete(event);
      else open.add(event);
      return { isAccepted: true, resultCode: '200' };
    },
    /** After hours without a fault. */
    check(): void {
      if (open.size > 0) report(`the alert ${[...open]} did not end`);
    },
  };
}
