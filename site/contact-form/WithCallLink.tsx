import { interpolate } from '../../content/interpolate.ts';
import { callLink, facts } from '../facts.ts';

/** A sentence with its facts filled in. The phone number, where it occurs, is a link that calls and never breaks. */
export function WithCallLink({ sentence }: { sentence: string }) {
  const filled = interpolate(sentence, facts);
  const [before = '', after] = filled.split(facts.phone);
  return after === undefined ? (
    filled
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
