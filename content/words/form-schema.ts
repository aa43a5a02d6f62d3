// The words of the contact form.
import { byService, group, lines, sentence, serviceHints, type WordedFormService } from './sentence.ts';

export const form = group(
  {
    title: sentence(),
    intro: sentence(),
    labels: group({
      name: sentence(),
      phone: sentence(),
      email: sentence(),
      service: sentence(),
      message: sentence(),
    }),
    placeholders: group({
      service: sentence(),
      message: sentence(),
    }),
    services: byService<WordedFormService, ReturnType<typeof sentence>>(
      sentence(),
      'The names of services in the form.',
    ),
    leaveEmpty: sentence(
      "The honeypot's label. People see this field only if the browser applies no styles.",
    ),
    send: sentence(),
    sending: sentence(),
    didYouMean: sentence('A button below the Email field that corrects a misspelled domain.'),
    fixOne: sentence('Shown, and announced by screen readers, when Send finds one error.'),
    fixMany: sentence(),
    privacy: sentence('Below the Send button, followed by a link to the privacy section.'),
    privacyLink: sentence(),
    problems: group(
      {
        name: group({
          missing: sentence(),
          tooLong: sentence(),
          malformed: sentence(),
        }),
        phone: group({
          missing: sentence(),
          tooLong: sentence(),
          malformed: sentence(),
        }),
        email: group({
          missing: sentence(),
          tooLong: sentence(),
          malformed: sentence(),
        }),
        service: group({
          missing: sentence(),
          tooLong: sentence(),
          malformed: sentence(),
        }),
        message: group({
          missing: sentence(),
          tooLong: sentence(),
          malformed: sentence(),
        }),
      },
      'Error messages next to a field or on the rejection page. {limit} is the maximum length in characters.',
    ),
  },
  "The form. The form's script loads only `form`, `outcome`, and `extras`.",
);

export const outcome = group(
  {
    sent: group({
      title: sentence(),
      description: sentence(),
    }),
    failed: group({
      title: sentence(),
      description: sentence(),
    }),
    close: sentence(),
  },
  'The messages after Send, also on the page after a form without JavaScript.',
);

export const extras = group(
  {
    clear: sentence(),
    call: sentence(),
    text: sentence('Next to a call link, if the business has a number for text messages.'),
    position: group({
      ask: sentence(),
      again: sentence(),
      remove: sentence(),
      privacy: sentence(),
      searching: sentence(),
      denied: sentence(),
      failed: sentence(),
      outside: sentence('Follows a location that is over 300 miles from the nearest town that you serve.'),
      from: sentence(),
      fromDowntown: sentence(),
      near: sentence(),
      nearDowntown: sentence(),
      compass: lines(8),
      within: sentence(),
      lines: group({
        where: sentence(),
        coordinates: sentence(),
        map: sentence(),
      }),
      sign: sentence('A field for what the driver can see, which replaces or completes the location.'),
    }),
    hints: serviceHints('Details to have ready, for each service.'),
    safety: sentence(),
    card: group({
      open: sentence(),
      title: sentence(),
      who: sentence(),
      phone: sentence(),
      what: sentence(),
      latitude: sentence(),
      longitude: sentence(),
      missing: sentence(),
      close: sentence(),
    }),
    trying: sentence(),
    failed: group({
      board: lines(2, 'Lines of the message board.'),
      kept: sentence(),
      again: sentence(),
      email: sentence(),
      subject: sentence(),
    }),
    receipt: group({
      board: lines(2, 'Lines of the message board. The second line is shown only with a reference.'),
      next: sentence(),
      nextWithout: sentence(),
      answer: sentence('Shown only if `answerWithinMinutes` in business.json has a value.'),
      follow: sentence("The link to the request's status page."),
      another: sentence('The button that shows the empty form again.'),
      time: sentence(),
      what: sentence(),
    }),
  },
  "The form's extra words for a stranded driver. `sign` and the texts in `lines` and `hints` also label lines of the message that is sent.",
);
