import { business } from '../../content/business.ts';
import { printedPhone } from '../../contract/phone-number.ts';
import { build, change, copyProject } from '../support/copy-project.ts';
import { startSite } from '../support/start-site.ts';
import { contactForm } from './contact-form.ts';
import { expect, test } from './fixtures.ts';

const oldPhone = business.phone;
const newPhone = '+15125550188';
const printed = '(512) 555-0188';

test.skip(({ viewport, language }) => (viewport?.width ?? 0) < 960 || language !== 'en', 'once is enough');
test.setTimeout(120_000);

test('changing the phone number in one line changes it everywhere', async ({
  page,
  language,
  expectedErrors,
}, { testId }) => {
  expectedErrors.push(/Failed to load resource/);
  const site = await startSite({ project: copyWithNewPhone() });
  const form = contactForm(page, site, language);

  await page.goto(site.url);
  const served = await page.content();
  expect(served).not.toContain(oldPhone);
  expect(served).not.toContain(printedPhone(oldPhone));
  await expect(page.locator('meta[name=description]')).toHaveAttribute(
    'content',
    new RegExp(escaped(printed)),
  );
  for (const part of [
    page.getByRole('banner'),
    page.getByRole('main'),
    page.getByRole('region', { name: 'Contact Us' }),
    page.getByRole('contentinfo'),
  ]) {
    const links = part.getByRole('link', { name: printed });
    await expect(links.first()).toHaveAttribute('href', `tel:${newPhone}`);
  }

  await form.answer((route) => route.abort());
  await page.goto(`${site.url}/#contact`);
  await expect(page.getByRole('form')).toHaveAttribute('novalidate');
  await form.fill(testId);
  await form.button.click();
  await expect(page.getByRole('alert')).toContainText(`call us directly at ${printed}`);

  await page.unrouteAll();
  await form.button.click();
  const [mail] = await form.mailsWith(testId);
  expect(mail?.html).toContain(printed);
  expect(mail?.text).toContain(printed);

  const refusal = await refusalPage(site.url);
  expect(refusal).toContain(`href="tel:${newPhone}"`);
  expect(refusal).toContain(printed);
  await site.stop();
});

function copyWithNewPhone(): string {
  const copy = copyProject();
  change(copy, 'content/business.ts', oldPhone, newPhone);
  build(copy);
  return copy;
}

async function refusalPage(url: string): Promise<string> {
  const answer = await fetch(`${url}/functions/v1/send-contact-email`, {
    method: 'POST',
    body: new URLSearchParams({ name: '' }),
  });
  expect(answer.status).toBe(422);
  return answer.text();
}

const escaped = (text: string) => text.replace(/[()]/g, '\\$&');
