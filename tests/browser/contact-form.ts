import { expect, type Page } from '@playwright/test';
import type { Language } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import { contactAnchor, contactPath, fieldNames } from '../../contract/contact-fields.ts';
import { pathOf } from '../../site/routes.ts';
import type { Site } from '../support/start-site.ts';

/** What a driver would send, besides a message. */
export const driver = {
  name: 'Ana Lucía Ortega',
  phone: '713 555 0199 ext. 4',
  email: 'ana@ortega-hauling.example',
  service: 'emergency',
};

/** On I-45 north of downtown Houston. */
export const onI45 = { latitude: 29.8195, longitude: -95.3767, accuracy: 12 };

export const empty = { name: '', phone: '', email: '', service: '', message: '' };

export type ContactForm = ReturnType<typeof contactForm>;

/** The contact form as visitors see it, and the resulting email. `message` is unique, to identify that. */
export function contactForm(
  page: Page,
  open: (path: string) => Promise<void>,
  site: Site,
  language: Language,
  message: string,
  expectedErrors: RegExp[],
) {
  const { form: text, roadside } = words[language];
  const { labels, send, sending } = text;
  const path = pathOf('landing', language, contactAnchor);
  // A link that chose a service adds it to the form's name.
  const form = page.getByRole('form', { name: text.title });
  const fields = {
    name: form.getByLabel(labels.name, { exact: true }),
    phone: form.getByLabel(labels.phone, { exact: true }),
    email: form.getByLabel(labels.email, { exact: true }),
    service: form.getByLabel(labels.service, { exact: true }),
    message: form.getByLabel(labels.message, { exact: true }),
  };
  const card = form.getByRole('button', { name: roadside.card.open });
  return {
    path,
    /** What `fill` fills in. */
    values: { ...driver, message },
    element: form,
    fields,
    button: form.getByRole('button', { name: new RegExp(`^(${send}|${sending})$`) }),
    /** Opens the card for the phone call. It arrives with the helpers. */
    card,
    outcome: page.locator('#sent'),
    receipt: page.locator('#sent').getByRole('heading', { name: roadside.receipt.title }),
    /** The two live regions of the toasts. */
    toasts: { sent: page.locator('#toast-sent'), failed: page.locator('#toast-failed') },

    /** Opens the page and waits until the form is whole: hydrated, with its helpers, and in its place. */
    async open(url = path) {
      await open(url);
      await form.scrollIntoViewIfNeeded();
      await this.whole();
    },

    async whole() {
      await expect(form).toHaveAttribute('novalidate');
      await expect(card).toBeVisible();
      await expect(page.locator('[data-deferred]')).toHaveCount(0);
    },

    async fill() {
      for (const name of ['name', 'phone', 'email'] as const) await fields[name].fill(driver[name]);
      await fields.service.selectOption(driver.service);
      await fields.message.fill(message);
    },

    async expectValues(values: typeof empty) {
      for (const name of fieldNames) await expect(fields[name]).toHaveValue(values[name]);
    },

    /** The email about the message. Rejects if there are more. */
    onlyEmail: () => site.onlyMailWith(message),

    /** Answers every call of the function with `end`, which may be an error. */
    answer(end: Parameters<Page['route']>[1]) {
      expectedErrors.push(/Failed to load resource/);
      return page.route(`**${contactPath}*`, end);
    },
  };
}
