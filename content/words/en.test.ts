import { expect, test } from 'vitest';
import { en } from './en.ts';

// The words that the specification gives, section by section, written out again on purpose.

test('the landing page speaks as section 2 says', () => {
  expect(en.header.emergency).toBe('24/7 Emergency');
  expect(Object.values(en.navigation)).toEqual(['Services', 'Service Area', 'Contact', 'About']);
  expect(en.hero.request).toBe('Request Service');
  expect(en.gallery).toMatchObject({
    heading: 'Our Work in Action',
    more: 'Want to See More?',
    requestDocumentation: 'Request Service Documentation',
    callForUpdates: 'Call for Live Updates',
  });
  expect(en.contact).toMatchObject({
    title: 'Contact Us',
    subtitle: 'Get in touch for reliable diesel repair services',
    headline: 'Get Emergency Service Now',
    callNow: 'Call Now',
  });
  expect(en.footer.area).toBe('Houston & Austin Areas');
  expect(en.footer.emergency).toBe('Emergency Service');
  expect(en.about.whyHeading).toMatch(/^Why Choose /);
  expect(en.notFound).toEqual({ headline: 'Oops! Page not found', home: 'Return to Home' });
});

test('the form speaks as sections 3 to 5 say', () => {
  expect(en.form.title).toBe('Request Service');
  expect(en.form.sending).toBe('Sending...');
  expect(en.form.placeholders).toEqual({
    service: 'Select a service',
    message: 'Describe your diesel repair needs...',
  });
});

test('the toasts speak as section 8 says', () => {
  expect(en.outcome.failed).toEqual({
    title: 'Error Sending Message',
    description: 'Please try again or call us directly at {phone}',
  });
  expect(en.outcome.sent).toEqual({
    title: 'Message Sent Successfully!',
    description: "Thank you for contacting us. We'll get back to you as soon as possible.",
  });
});
