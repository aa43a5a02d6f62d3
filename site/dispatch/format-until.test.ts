// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { business } from '../../content/business.ts';
import { formatUntil as formatOnPages } from '../../server/live-changes/format-until.ts';

// page-facts.ts reads the document once, perhaps for an earlier test file of this worker.
vi.resetModules();
document.body.innerHTML = `<div id="dispatch" data-time-zone="${business.timeZone}"></div>`;
const { formatUntil } = await import('./clock-times.ts');

const now = '2026-11-28T15:00:00.000Z';

test.each([
  '2026-11-28T22:30:00.000Z',
  '2026-11-29T12:00:00.000Z',
  '2026-12-01T12:00:00.000Z',
  '2026-12-04T14:59:00.000Z',
  '2026-12-24T12:00:00.000Z',
])('Dispatch shows the end %s as the pages do', (end) => {
  const onPages = formatOnPages('en', Date.parse(end), Date.parse(now)).replaceAll('\u00a0', ' ');
  expect(`until ${formatUntil(end, now)}`).toBe(onPages);
});
