import { expect, type Page } from '@playwright/test';
import type { Language } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import { contactAnchor, contactPath } from '../../contract/contact-fields.ts';
import { pathOf } from '../../site/routes.ts';
import type { Site } from '../support/start-site.ts';

/** What a driver would send. Every test sends a unique message, to identify its email. */
export const driver = {
  name: 'Ana Lucía Ortega',
  phone: '713 555 0199 ext. 4',
  email: 'ana@ortega-hauling.example',
  service: 'emergency',
};

export type ContactForm = ReturnType<typeof contactForm>;

/** The contact form as visitors see it, and the resulting email. */
export function contactForm(page: Page, site: Site, language: Language) {
  const { form: text, roadside } = words[language];
  const { title, labels, send, sending } = text;
  const path = pathOf('landing', language, contactAnchor);
  const form = page.getByRole('form', { name: title });
  const fields = {
    name: form.getByLabel(labels.name, { exact: true }),
    phone: form.getByLabel(labels.phone, { exact: true }),
    email: form.getByLabel(labels.email, { exact: true }),
    service: form.getByLabel(labels.service, { exact: true }),
    message: form.getByLabel(labels.message, { exact: true }),
  };
  return {
    path,
    fields,
    button: form.getByRole('button', { name: new RegExp(`^(${send}|${sending})$`) }),
    outcome: page.locator('#sent'),
    toast: (title: string) => page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: title }),

    /** Opens the page and waits until the form is whole: hydrated, with its helpers. */
    async open() {
      await page.goto(path);
      await form.scrollIntoViewIfNeeded();
      await expect(form).toHaveAttribute('novalidate');
      await expect(form.getByRole('button', { name: roadside.card.open })).toBeVisible();
    },

    async fill(message: string) {
      await fields.name.fill(driver.name);
      await fields.phone.fill(driver.phone);
      await fields.email.fill(driver.email);
      await fields.service.selectOption(driver.service);
      await fields.message.fill(message);
    },

    async expectValues(values: { [name in keyof typeof fields]: string }) {
      for (const [name, value] of Object.entries(values)) {
        await expect(fields[name as keyof typeof fields]).toHaveValue(value);
      }
    },

    /** Waits for emails that contain a message, and returns how many arrived. */
    mailsWith: (message: string) => site.mailsWith(message),

    /** Handles every call of the function with `end`. */
    answer: (end: Parameters<Page['route']>[1]) => page.route(`**${contactPath}*`, end),
  };
}
