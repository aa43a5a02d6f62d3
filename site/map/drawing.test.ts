import { expect, test } from 'vitest';
import { type Language, languages } from '../../content/languages.ts';
import { serviceAreas } from '../../content/service-areas.ts';
import { words } from '../../content/words/index.ts';
import { type Box, boxesOf, drawingOf, width } from './drawing.ts';

const pictures = (Object.keys(languages) as Language[]).flatMap((language) =>
  serviceAreas.map((area) => ({ language, city: area.city, drawing: drawingOf(area, words[language]) })),
);

test.each(pictures)('no name, dot or shield around $city touches another ($language)', ({ drawing }) => {
  const boxes = boxesOf(drawing);
  const touching = boxes.flatMap((box, index) =>
    boxes
      .slice(index + 1)
      .filter((other) => touch(box, other))
      .map((other) => `${box.name} / ${other.name}`),
  );
  expect(touching).toEqual([]);
});

test.each(pictures)('everything around $city is inside the picture ($language)', ({ drawing }) => {
  const outside = boxesOf(drawing).filter(
    (box) => box.x < 0 || box.y < 0 || box.x + box.width > width || box.y + box.height > drawing.height,
  );
  expect(outside.map(({ name }) => name)).toEqual([]);
});

function touch(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
