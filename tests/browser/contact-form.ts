import { expect, type Locator, type Page } from '@playwright/test';
import type { Language } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import { contactPath, type FieldName, fieldNames, getField } from '../../contract/contact-fields.ts';
import { contactAnchor } from '../../contract/link-targets.ts';
import { areas } from '../../site/gazetteer/areas.ts';
import { getPagePath } from '../../site/routes.ts';
import { exampleRequest } from '../support/example-request.ts';
import type { Site } from '../support/start-site.ts';

/** A driver's request without its message. */
export const driver = {
  ...exampleRequest,
  name: 'Ana Lucía Ortega',
  phone: '713 555 0199 ext. 4',
  email: 'ana@ortega-hauling.example',
  service: 'emergency',
};

const [longitude = 0, latitude = 0] = areas[0]?.downtown.at ?? [];
/** A position on a highway north of downtown. */
export const nearby = { latitude: latitude + 0.067, longitude: longitude - 0.011, accuracy: 12 };

export type ContactForm = ReturnType<typeof createContactForm>;

/** The contact form as visitors see it, and the resulting email, which the unique `message` identifies. */
export function createContactForm(
  page: Page,
  site: Site,
  language: Language,
  message: string,
  expectedErrors: RegExp[],
) {
  const { form: text, extras } = words[language];
  const { labels, send, sending } = text;
  const path = getPagePath('landing', language, contactAnchor);
  // If a link chose a service, the form's name also includes the service.
  const form = page.getByRole('form', { name: text.title });
  const fields = Object.fromEntries(
    fieldNames.map((name) => [name, form.getByLabel(labels[name], { exact: true })]),
  ) as Record<FieldName, Locator>;
  const values = { ...driver, message };
  const card = page.getByRole('button', { name: extras.card.open });
  return {
    path,
    /** The values that `fill` enters. */
    values,
    element: form,
    fields,
    button: form.getByRole('button', { name: new RegExp(`^(${send}|${sending})$`) }),
    /** The button that opens the card for the phone call. The helpers add this button. */
    card,
    outcome: page.locator('#sent'),
    receipt: page.locator('#sent').getByRole('heading', { name: extras.receipt.board[0] ?? '' }),
    /** The two live regions of the toasts. */
    toasts: { sent: page.locator('#toast-sent'), failed: page.locator('#toast-failed') },

    /** Opens the page, scrolls to the form, and waits until the form is hydrated and has its helpers. */
    async open(url = path) {
      await page.goto(url);
      await form.scrollIntoViewIfNeeded();
      await this.waitUntilReady();
    },

    async waitUntilReady() {
      await expect(form).toHaveAttribute('novalidate');
      await expect(card).toBeVisible();
    },

    async fill() {
      for (const name of fieldNames) {
        if (getField(name).control === 'select') {
          await fields[name].selectOption(values[name]);
        } else {
          await fields[name].fill(values[name]);
        }
      }
    },

    async expectValues(values: Record<FieldName, string>) {
      for (const name of fieldNames) {
        await expect(fields[name]).toHaveValue(values[name]);
      }
    },

    /** Returns the email about the message. Rejects if there is more than one. */
    onlyEmail: () => site.onlyMailWith(message),

    /** Answers every call to the contact function with `end`, which may be an error. */
    answer(end: Parameters<Page['route']>[1]) {
      expectedErrors.push(/Failed to load resource/);
      return page.route(`**${contactPath}*`, end);
    },
  };
}
