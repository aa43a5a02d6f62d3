import type { Step } from './request-steps.ts';

export function createStepElement({ name, at, detail, kind }: Step): HTMLLIElement {
  const item = document.createElement('li');
  item.dataset.kind = kind;
  if (kind === 'now') {
    item.setAttribute('aria-current', 'step');
  }
  const parts = [
    ['b', name],
    ['time', at],
    ['p', detail],
  ] as const;
  for (const [tag, text] of parts) {
    if (text) {
      const part = document.createElement(tag);
      part.textContent = text;
      item.append(part, ' ');
    }
  }
  return item;
}
