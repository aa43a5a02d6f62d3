/** "24/7" as paths, because text would look different in each font. */
const digits = 'M8.5 9.5q0-4 4-4t4 4q0 2.5-8 8.5h8.5m9 0V5.5l-6.5 8.5h8.5M12.5 25.5h9.5l-5.5 10M7 21.5h20';

const wrench = 'M20.5 7.5q-5.5 1.5-5 7.5L9 29q-.5 4 4 4l8-12.5q5.5-.5 6-6.5l-4.5 3-3.5-2.5z';

interface Props {
  /** Whether the phone is answered day and night. If so, the marker says "24/7", and otherwise it shows a wrench. */
  isAlwaysAnswered: boolean;
  className?: string | undefined;
  /** The styles of a standalone file, as CSS. In a page, they come from the page's style sheet. */
  styles?: string;
}

/** The mile marker in the logo. */
export function LogoMarker({ isAlwaysAnswered, className, styles }: Props) {
  return (
    <svg
      xmlns={styles && 'http://www.w3.org/2000/svg'}
      viewBox="0 0 34 40"
      width="34"
      height="40"
      aria-hidden="true"
      className={className}
    >
      {styles && <style>{styles}</style>}
      <rect width="34" height="40" rx="5" />
      <rect x="2" y="2" width="30" height="36" rx="3.5" />
      <path d={isAlwaysAnswered ? digits : wrench} />
    </svg>
  );
}
