import { emailLink, facts } from '../facts.ts';

/** An email link to the business. A long email address can wrap after the @. */
export function EmailLink() {
  const [name, host] = facts.email.split('@');
  return (
    // Without this label, screen readers in Chromium would read the <wbr> as a space.
    <a href={emailLink} aria-label={facts.email}>
      {name}@<wbr />
      {host}
    </a>
  );
}
