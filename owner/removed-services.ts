import type { Language } from '../content/known-languages.ts';
import { listSentences } from '../site/check-placeholders.ts';
import type { Content } from '../site/owner-content.ts';
import { locateSentence } from '../site/read-words.ts';

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
        ...listSentences(words[language]).map(
          ([path, sentence]) => [path, sentence, locateSentence(path, language)] as const,
        ),
        ...listPictureSentences(gallery, language),
      ];
      return sentences.flatMap(([path, sentence, place]) => {
        const [found] = pattern.exec(sentence) ?? [];
        return found && !path.split('.').includes(id)
          ? [
              `${place} says "${found}", but content/services.json has no service "${id}". Rewrite the sentence, or keep it if it is true.`,
            ]
          : [];
      });
    }),
  );
}

/** Lists the pictures' sentences in a language, with their paths and places. Entry numbers start at 1. */
function listPictureSentences(gallery: Content['gallery'], language: string) {
  return listSentences(gallery)
    .filter(([path]) => path.endsWith(`.${language}`))
    .map(([path, sentence]) => {
      const entry = Number.parseInt(path, 10) + 1;
      return [path, sentence, `"pictures.${path}" (entry ${entry}) in content/gallery.json`] as const;
    });
}
