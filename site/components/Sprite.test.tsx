import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { schemas } from '../../content/schema.ts';
import { iconDrawings } from './icon-drawings.ts';
import { ServiceSymbols } from './Sprite.tsx';

const { icon } = schemas.services.entries.services.pipe[0].item.entries;
const icons = icon.pipe[0].options;

test('services that share an icon share its symbol', () => {
  const drawn = renderToStaticMarkup(<ServiceSymbols icons={['tire', 'truck', 'wrench', 'truck']} />);
  const ids = Array.from(drawn.matchAll(/ id="(\w+)"/g), ([, id]) => id);
  expect(ids).toEqual(['tire', 'truck', 'wrench']);
});

test('each icon that services.json may name has a drawing', () => {
  expect(Object.keys(iconDrawings).toSorted()).toEqual(icons.toSorted());
});
