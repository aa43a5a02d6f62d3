import type { Page } from '@playwright/test';

/** `pressed`: within half a second of a press or key, when Chromium expects it. */
type Shift = { pressed: boolean; value: number; moved: string };

interface LayoutShift extends PerformanceEntry {
  hadRecentInput: boolean;
  value: number;
  sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[];
}

/** Records the layout shifts of every page that is opened from now on. */
export async function recordShifts(page: Page) {
  await page.addInitScript(() => {
    const shiftOf = ({ hadRecentInput, value, sources }: LayoutShift): Shift => {
      const moved = sources.map(({ node, previousRect: from, currentRect: to }) => {
        const by = `${to.x - from.x}, ${to.y - from.y}; ${to.width - from.width} × ${to.height - from.height} px`;
        return `"${node?.textContent?.trim().slice(0, 30)}" by ${by}`;
      });
      return { pressed: hadRecentInput, value, moved: `${value}: ${moved.join(', ')}` };
    };
    const shifts: Shift[] = [];
    const record = (entries: PerformanceEntryList) => shifts.push(...(entries as LayoutShift[]).map(shiftOf));
    const observer = new PerformanceObserver((list) => record(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    const takeShifts = () => {
      record(observer.takeRecords());
      return shifts.splice(0);
    };
    Object.assign(window, { takeShifts });
  });
}

/**
 * The layout shifts since the last call, without those that Chromium puts down to a press or key. Empty if their
 * sum is less than `least`, which by default is 0.000 with the three decimals that are reported.
 */
export async function shiftsOf(page: Page, { pressed = false, least = 0.0005 } = {}): Promise<string[]> {
  const shifts = await page.evaluate(async () => {
    // A shift is known once its frame has been painted, which is before the frame after it.
    for (let frames = 0; frames < 2; frames += 1) {
      await new Promise(requestAnimationFrame);
    }
    return (window as unknown as { takeShifts: () => Shift[] }).takeShifts();
  });
  const counted = shifts.filter((shift) => pressed || !shift.pressed);
  const total = counted.reduce((sum, { value }) => sum + value, 0);
  return total < least ? [] : counted.map(({ moved }) => moved);
}
