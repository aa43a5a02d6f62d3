/** The digits as paths, because text would look different in each font. */
const digits = 'M8.5 9.5q0-4 4-4t4 4q0 2.5-8 8.5h8.5m9 0V5.5l-6.5 8.5h8.5M12.5 25.5h9.5l-5.5 10';

/** The 24/7 mile marker. Its colors come from the page's style sheet, or from `sheet` in a standalone file. */
export function Marker({ className, sheet }: { className?: string | undefined; sheet?: string }) {
  return (
    <svg
      xmlns={sheet && 'http://www.w3.org/2000/svg'}
      viewBox="0 0 34 40"
      width="34"
      height="40"
      aria-hidden="true"
      className={className}
    >
      {sheet && <style>{sheet}</style>}
      <rect width="34" height="40" rx="5" />
      <rect x="2" y="2" width="30" height="36" rx="3.5" />
      <path d={`${digits}M7 21.5h20`} />
    </svg>
  );
}
