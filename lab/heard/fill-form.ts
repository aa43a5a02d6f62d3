import type { Words } from '../../content/words/en.ts';
import type { ScreenReader } from './screen-reader.ts';

/** To the first field, in browse mode. */
export async function toForm(reader: ScreenReader, words: Words) {
  await reader.find('e', words.form.labels.name);
}

/** Types into the field that was just read. */
export async function typeInto(reader: ScreenReader, text: string) {
  await reader.press('KP_Insert+a');
  await reader.type(text);
  await reader.press('KP_Insert+a');
}

/** Fills in the five fields, and goes to the button. */
export async function fill(reader: ScreenReader, words: Words) {
  const { labels, send } = words.form;
  await toForm(reader, words);
  await typeInto(reader, 'Ann Lee');
  await reader.find('e', labels.phone);
  await typeInto(reader, '713 555 0199');
  await reader.find('e', labels.email);
  await typeInto(reader, 'ann@lee.example');
  await reader.find('c', labels.service);
  await reader.press('KP_Insert+a');
  await reader.press('Down');
  await reader.press('Down');
  await reader.press('KP_Insert+a');
  await reader.find('e', labels.message);
  await typeInto(reader, 'Oil leak');
  await reader.find('b', send);
}
