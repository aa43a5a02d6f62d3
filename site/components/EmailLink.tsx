import { emailLink, facts } from '../facts.ts';

/** An email link to the business. A long email address wraps after the @. */
export function EmailLink() {
  const [name, host] = facts.email.split('@');
  return (
    <a href={emailLink}>
      {name}@<wbr />
      {host}
    </a>
  );
}
