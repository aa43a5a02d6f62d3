import { expect, test } from 'vitest';
import { findUnfilledPlaceholders } from './unfilled-placeholders.ts';

test('finds a placeholder that a page shows, but none in scripts', () => {
  const page =
    '<style>a{b:c}</style><p>Call {phone} and ask.</p><script>f("{phone}")</script><a title="{city}" data-text="{number}">';
  expect(findUnfilledPlaceholders(page)).toEqual(['Call {phone} and ask.', '{city}']);
});
