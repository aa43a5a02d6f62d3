import { callLink, facts } from '../facts.ts';

/** A sentence in which the phone number, where it occurs, is a link that calls and never breaks. */
export function WithCallLink({ sentence }: { sentence: string }) {
  const [before = '', after] = sentence.split(facts.phone);
  return after === undefined ? (
    sentence
  ) : (
    <>
      {before}
      <a href={callLink} className="number">
        {facts.phone}
      </a>
      {after}
    </>
  );
}
