import { callLink, phone } from '../facts.ts';
import style from './CallLink.module.css';

interface Props {
  /** The text above the number. Omit it where the surrounding text already says the same. */
  label?: string;
  /**
   * `primary` is an orange button. `secondary` is the header's button, which is orange only while no `primary` link is
   * in view. `link` is a link within text.
   */
  variant: 'primary' | 'secondary' | 'link';
}

/**
 * A link that calls the business. It shows the number, so that people can read it aloud and copy it. Only the header's
 * link hides the number, while a `primary` link is in view.
 */
export function CallLink({ label, variant }: Props) {
  return (
    <a
      href={callLink}
      className={style[variant]}
      data-call={variant === 'primary' ? '' : undefined}
      // Without this label, some screen readers would read the two lines as two links.
      aria-label={label && `${label} ${phone}`}
    >
      {label && (
        <span className={style.label} aria-hidden="true">
          {label}
        </span>
      )}{' '}
      <b className={style.number} aria-hidden={label ? true : undefined}>
        {phone}
      </b>
    </a>
  );
}
