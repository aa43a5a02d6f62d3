import type { Page } from '@playwright/test';

/**
 * What Chromium gives a screen reader to read of an element: its pieces of text, one right after the other. Where a
 * space between two blocks is missing, their words run together, though their computed name has one.
 */
export async function accessibleText(page: Page, selector: string): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { nodes } = await session.send('Accessibility.queryAXTree', { nodeId, role: 'StaticText' });
  return nodes.map(({ name }) => name?.value).join('');
}
