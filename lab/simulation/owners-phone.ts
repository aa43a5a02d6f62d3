import type { Alert } from '../../server/alerts/alerts.ts';

/** The alerts that the owner gets. A process remembers none of the one before it. */
export function ownersPhone(report: (what: string) => void) {
  const open = new Set<Alert['event']>();
  const counts = { alerts: 0 };
  return {
    counts,
    isOpen: (event: Alert['event']) => open.has(event),
    restart: () => open.clear(),
    async receive({ event, state }: Alert): Promise<boolean> {
      counts.alerts += 1;
      if (open.has(event) === (state === 'begins')) {
        report(`the alert ${event} ${state}, and ${open.has(event) ? 'has begun before' : 'has not begun'}`);
      }
      if (state === 'ends') open.delete(event);
      else open.add(event);
      return true;
    },
    /** After hours without a fault. */
    check(): void {
      if (open.size > 0) report(`the alert ${[...open]} did not end`);
    },
  };
}
