import { expect, test } from 'vitest';
import { listExampleLeftovers } from '../owner/example-leftovers.ts';
import { listRemovedServiceMentions } from '../owner/removed-services.ts';
import { listFormerFacts } from '../owner/write-answers.ts';
import { type Content, content } from '../site/owner-content.ts';

// These tests check the output of "npm run check" when content/ has no mistakes.

const example = { id: 'fleet', icon: 'door', inForm: true, comesTo: 'yard' };
const examples = ['emergency', 'fleet', 'construction', 'diagnostic', 'preventive', 'mobile'];

function contentWith(ids: string[]): Content {
  const languages = { en: { name: 'English', path: '/' }, es: { name: 'Español', path: '/es/' } };
  const services = ids.map((id) => ({ ...example, id }));
  return structuredClone({ ...content, languages, services }) as Content;
}

test('the check lists sentences about a removed service in each language', () => {
  const errors = listRemovedServiceMentions(contentWith(examples.filter((id) => id !== 'construction')));
  for (const [language, found] of [
    ['en', 'construction equipment'],
    ['es', 'maquinaria de construcción'],
  ]) {
    expect(errors.join('\n')).toMatch(
      new RegExp(
        `"hero.text" in content/words/${language}.json, line \\d+, says "${found}", but content/services.json has no service "construction". Rewrite the sentence, or keep it if it is true.`,
      ),
    );
  }
  expect(errors.join('\n')).not.toContain('services.items.construction');
});

test("a removed service's words are allowed if another service's text contains them", () => {
  expect(listRemovedServiceMentions(contentWith(examples))).toEqual([]);
  const renamed = contentWith([...examples.filter((id) => id !== 'fleet'), 'trucks']);
  renamed.words.en.services.items.trucks = { title: 'Trucks', description: 'Whole fleets.' };
  renamed.words.es.services.items.trucks = { title: 'Camiones', description: 'Flotillas enteras.' };
  expect(listRemovedServiceMentions(renamed)).toEqual([]);
});

test('the check lists parts that still belong to the example', () => {
  const named = contentWith(examples);
  Object.assign(named.business, {
    name: 'Sawtooth Diesel',
    phone: '+12087340142',
    email: 'service@sawtooth.com',
    agency: { name: '', url: '' },
  });
  named.gallery = [{ type: 'drawing' }, { type: 'photo' }];
  expect(listExampleLeftovers(named, false)).toEqual([
    'The list of services, in content/services.json.',
    "1 of 2 pictures in content/gallery.json: the site's drawings.",
    'The logo: there is no content/logo.svg or content/logo.png.',
  ]);
  named.services.pop();
  named.gallery = [{ type: 'photo' }];
  expect(listExampleLeftovers(named, true)).toEqual([]);
});

test("the site's current facts don't count as former facts, even before setup", () => {
  const { agency, name, phone, email } = content.business;
  for (const fact of [agency.name, name, phone, email]) {
    expect(listFormerFacts()).not.toContain(fact);
  }
});
