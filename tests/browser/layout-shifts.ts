import type { Page } from '@playwright/test';

/** `pressed` is true within half a second of a press or key, when Chromium expects a shift. */
type Shift = { pressed: boolean; value: number; moved: string };

interface LayoutShift extends PerformanceEntry {
  hadRecentInput: boolean;
  value: number;
  sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[];
}

/** Records the layout shifts of every page that is opened from now on. */
export async function recordShifts(page: Page) {
  await page.addInitScript(() => {
    const describeShift = ({ hadRecentInput, value, sources }: LayoutShift): Shift => {
      const moved = sources.map(({ node, previousRect: from, currentRect: to }) => {
        const by = `${to.x - from.x}, ${to.y - from.y}; ${to.width - from.width} × ${to.height - from.height} px`;
        return `"${node?.textContent?.trim().slice(0, 30)}" by ${by}`;
      });
      return { pressed: hadRecentInput, value, moved: `${value}: ${moved.join(', ')}` };
    };
    const shifts: Shift[] = [];
    const record = (entries: PerformanceEntryList) =>
      shifts.push(...(entries as LayoutShift[]).map(describeShift));
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
 * Returns the layout shifts since the last call, or an empty list if their sum is less than `minTotal`. Shifts that
 * Chromium attributes to a press or key count only if `pressed` is true. By default, a sum that rounds to 0.000 is
 * ignored, because reports have three decimals.
 */
export async function readShifts(page: Page, { pressed = false, minTotal = 0.0005 } = {}): Promise<string[]> {
  const shifts = await page.evaluate(async () => {
    // Chromium reports a shift after painting its frame and before the next frame.
    for (let frames = 0; frames < 2; frames += 1) {
      await new Promise(requestAnimationFrame);
    }
    return (window as unknown as { takeShifts: () => Shift[] }).takeShifts();
  });
  const counted = shifts.filter((shift) => pressed || !shift.pressed);
  const total = counted.reduce((sum, { value }) => sum + value, 0);
  return total < minTotal ? [] : counted.map(({ moved }) => moved);
}
