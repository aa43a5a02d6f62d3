import type { Language } from '../content/known-languages.ts';
import { listSentences } from '../site/check-placeholders.ts';
import type { Content } from '../site/owner-content.ts';

/** The example's words for its services. Emergencies and mobile service are omitted: the whole site is about them. */
const servicePatterns: Record<string, Partial<Record<Language, RegExp>>> = {
  fleet: { en: /\bfleets?\b/i, es: /\bflotillas?\b/i },
  construction: {
    en: /\bconstruction( equipment)?|\bjob sites?\b|\bequipment operators\b|\bmachines?\b/i,
    es: /(\bmaquinaria de )?\bconstrucción\b|\bobras?\b|\boperadores de maquinaria\b|\bmáquinas?\b/i,
  },
  diagnostic: { en: /\bdiagnos\w+/i, es: /\bdiagn[óo]stic\w+/i },
  preventive: {
    en: /\bpreventive( maintenance)?|\bscheduled service\b/i,
    es: /(\bmantenimiento )?\bpreventiv\w+|\bservicio programado\b/i,
  },
};

/** Lists sentences about a service of the example that is no longer in content/services.json. */
export function listRemovedServiceMentions({ services, languages, words, gallery }: Content): string[] {
  const offered: string[] = services.map(({ id }: { id: string }) => id);
  const removed = Object.entries(servicePatterns).filter(([id]) => !offered.includes(id));
  return removed.flatMap(([id, patterns]) =>
    Object.keys(languages).flatMap((language) => {
      const pattern = patterns[language as Language];
      const ownWords = listSentences(
        offered.map((offeredId) => words[language].services.items[offeredId] ?? {}),
      );
      // One of the owner's services may have the same words.
      if (!pattern || ownWords.some(([, sentence]) => pattern.test(sentence))) {
        return [];
      }
      const sentences = [
        ...locateSentences(words[language], `content/words/${language}.json`),
        ...locateSentences(gallery, 'content/gallery.json', (path) => path.endsWith(`.${language}`)),
      ];
      return sentences.flatMap(({ path, file, sentence }) => {
        const [found] = pattern.exec(sentence) ?? [];
        return found && !path.split('.').includes(id)
          ? [
              `"${path}" in ${file} says "${found}", but content/services.json has no service "${id}". Rewrite the sentence, or keep it if it is true.`,
            ]
          : [];
      });
    }),
  );
}

function locateSentences(part: object, file: string, isWanted: (path: string) => boolean = () => true) {
  return listSentences(part)
    .filter(([path]) => isWanted(path))
    .map(([path, sentence]) => ({ path, file, sentence }));
}
