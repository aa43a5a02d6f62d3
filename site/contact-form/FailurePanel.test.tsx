import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { words } from '../../content/words/index.ts';
import { FailurePanel } from './FailurePanel.tsx';

const typed = {
  name: 'Ana',
  phone: '713 555 0199',
  email: 'a@b.example',
  service: 'fleet',
  message: 'One & two\n#3',
};
const { failed } = words.en.roadside;
const panel = (textLine: string) =>
  renderToStaticMarkup(<FailurePanel words={words.en} typed={typed} textLine={textLine} />);

test('offers a prefilled text message if the business has a text line', () => {
  const [, body = ''] = /href="sms:\+17135550147\?&amp;body=([^"]*)"/.exec(panel('+17135550147')) ?? [];
  expect(decodeURIComponent(body)).toBe(
    `Name: Ana\nPhone: 713 555 0199\nEmail: a@b.example\nService: ${words.en.form.services.fleet}\nMessage: One & two\n#3`,
  );
});

test('offers no text message without a text line, and email either way', () => {
  expect(panel('')).not.toContain('sms:');
  expect(panel('')).not.toContain(failed.text);
  expect(panel('')).toMatch(/href="mailto:[^"]*body=Name%3A%20Ana%0D%0A/);
});
