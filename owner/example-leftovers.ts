import { findExampleFacts } from '../content/example-facts.ts';
import type { Content } from '../site/owner-content.ts';

const exampleServices = ['emergency', 'fleet', 'construction', 'diagnostic', 'preventive', 'mobile'];

/** Returns sentences about parts of the example that are still unchanged. An owner may keep some of them. */
export function listExampleLeftovers({ business, services, gallery }: Content, hasLogo: boolean): string[] {
  const facts = findExampleFacts(business);
  const ids = services.map(({ id }: { id: string }) => id);
  const drawings = gallery.filter(({ type }: { type: string }) => type === 'drawing');
  const left: [isLeft: boolean, sentence: string][] = [
    [facts.length > 0, `In content/business.json: ${facts.join(', ')}. Run "npm run setup".`],
    [ids.join() === exampleServices.join(), 'The list of services, in content/services.json.'],
    [
      drawings.length > 0,
      `${drawings.length} of ${gallery.length} pictures in content/gallery.json: the site's drawings.`,
    ],
    [!hasLogo, 'The logo: there is no content/logo.svg or content/logo.png.'],
  ];
  return left.filter(([isLeft]) => isLeft).map(([, sentence]) => sentence);
}
