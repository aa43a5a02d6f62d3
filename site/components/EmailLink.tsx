import { emailLink, facts } from '../facts.ts';

/** Writes to the business. Where the address must break, it breaks after the @. */
export function EmailLink() {
  const [name, host] = facts.email.split('@');
  return (
    <a href={emailLink}>
      {name}@<wbr />
      {host}
    </a>
  );
}
