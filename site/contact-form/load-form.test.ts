// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { hasNeededFeatures, neededFeatures } from './needed-features.ts';

const hydrate = vi.fn();

vi.mock('./hydrate.tsx', () => ({ hydrate }));

beforeEach(() => {
  document.body.innerHTML = '<div id="contact-form"></div>';
  vi.resetModules();
  hydrate.mockReset();
  // Without an observer, the form's script loads immediately.
  vi.stubGlobal('IntersectionObserver', undefined);
  // happy-dom lacks these.
  vi.stubGlobal('FormDataEvent', class {});
  vi.stubGlobal('CSSLayerBlockRule', class {});
  vi.stubGlobal('reportError', () => {});
});

test.each(neededFeatures)('the form stays native without %s', (path) => {
  const names = path.split('.');
  const feature = names.pop() as string;
  const owner = names.reduce((object, name) => Reflect.get(object, name), window as object);
  const { value } = Object.getOwnPropertyDescriptor(owner, feature) ?? { value: Reflect.get(owner, feature) };
  expect(hasNeededFeatures()).toBe(true);
  Object.defineProperty(owner, feature, { value: undefined, configurable: true, writable: true });
  const answer = hasNeededFeatures();
  Object.defineProperty(owner, feature, { value, configurable: true, writable: true });
  expect(answer).toBe(false);
});

test('the script takes over the form if no feature is missing', async () => {
  await import('./load-form.ts');
  await vi.waitFor(() => expect(hydrate).toHaveBeenCalledOnce());
});

test('the script does not load if a feature is missing', async () => {
  vi.stubGlobal('FormDataEvent', undefined);
  const load = vi.fn();
  vi.doMock('../load-when-near.ts', () => ({ loadWhenNear: load }));
  await import('./load-form.ts');
  expect(load).not.toHaveBeenCalled();
});
