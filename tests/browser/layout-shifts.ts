import type { Page } from '@playwright/test';

/** `pressed`: within half a second of a press or key, when Chromium expects it. */
type Shift = { pressed: boolean; value: number; moved: string };

interface LayoutShift extends PerformanceEntry {
  hadRecentInput: boolean;
  value: number;
  sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[];
}

const markerClass = 'moves-on-purpose';

/** Records the layout shifts of every page that is opened from now on. */
export async function recordShifts(page: Page) {
  await page.addInitScript((markerClass) => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, value, sources } of list.getEntries() as LayoutShift[]) {
        const moved = sources
          .filter(({ node }) => !(node instanceof Element && node.className === markerClass))
          .map(({ node, previousRect: from, currentRect: to }) => {
            const by = `${to.x - from.x}, ${to.y - from.y}; ${to.width - from.width} × ${to.height - from.height} px`;
            return `"${node?.textContent?.trim().slice(0, 30)}" by ${by}`;
          });
        if (moved.length)
          shifts.push({ pressed: hadRecentInput, value, moved: `${value}: ${moved.join(', ')}` });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  }, markerClass);
}

/**
 * The layout shifts since the last call, without those that Chromium puts down to a press or key. Empty if their
 * sum is 0.000: with three decimals it is reported.
 */
export async function shiftsOf(page: Page, { pressed = false } = {}): Promise<string[]> {
  await shiftOnPurpose(page);
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts.splice(0));
  const counted = shifts.filter((shift) => pressed || !shift.pressed);
  const total = counted.reduce((sum, { value }) => sum + value, 0);
  return total < 0.0005 ? [] : counted.map(({ moved }) => moved);
}

/** Moves something until Chromium reports it: what moved before has been reported by then. */
function shiftOnPurpose(page: Page) {
  return page.evaluate(
    (markerClass) =>
      new Promise<void>((reported) => {
        const marker = document.body.appendChild(document.createElement('i'));
        marker.className = markerClass;
        Object.assign(marker.style, {
          position: 'fixed',
          left: '0',
          width: '8px',
          height: '8px',
          background: 'red',
        });
        new PerformanceObserver((list, observer) => {
          const sources = (list.getEntries() as LayoutShift[]).flatMap((entry) => entry.sources);
          if (!sources.some(({ node }) => node === marker)) return;
          observer.disconnect();
          marker.remove();
          reported();
        }).observe({ type: 'layout-shift' });
        const move = () => {
          marker.style.top = marker.style.top === '0px' ? '40px' : '0px';
          if (marker.isConnected) requestAnimationFrame(move);
        };
        move();
      }),
    markerClass,
  );
}
