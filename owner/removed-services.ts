import type { Language } from '../content/known-languages.ts';
import { leavesOf } from '../site/check-placeholders.ts';
import type { Content } from '../site/owner-content.ts';

/** How the example's sentences name its services. Emergencies and mobile service are what the whole site is about. */
const names: Record<string, Partial<Record<Language, RegExp>>> = {
  fleet: { en: /\bfleets?\b/i, es: /\bflotillas?\b/i },
  construction: {
    en: /\bconstruction( equipment)?|\bjob sites?\b|\bequipment operators\b/i,
    es: /(\bmaquinaria de )?\bconstrucción\b|\bobras?\b|\boperadores de maquinaria\b/i,
  },
  diagnostic: { en: /\bdiagnos\w+/i, es: /\bdiagn[óo]stic\w+/i },
  preventive: {
    en: /\bpreventive( maintenance)?|\bscheduled service\b/i,
    es: /(\bmantenimiento )?\bpreventiv\w+|\bservicio programado\b/i,
  },
};

/** Sentences that name a service of the example which content/services.json no longer has. */
export function removedServiceErrors({ services, languages, words, gallery }: Content): string[] {
  const offered: string[] = services.map(({ id }: { id: string }) => id);
  const removed = Object.entries(names).filter(([id]) => !offered.includes(id));
  return removed.flatMap(([id, namesOf]) =>
    Object.keys(languages).flatMap((language) => {
      const name = namesOf[language as Language];
      const ownWords = leavesOf(offered.map((own) => words[language].services.items[own] ?? {}));
      // Another service of the owner may be about the same.
      if (!name || ownWords.some(([, sentence]) => name.test(sentence))) {
        return [];
      }
      const sentences = [
        ...placed(words[language], `content/words/${language}.ts`),
        ...placed(gallery, 'content/gallery.json', (path) => path.endsWith(`.${language}`)),
      ];
      return sentences.flatMap(({ path, file, sentence }) => {
        const [found] = name.exec(sentence) ?? [];
        return found && !path.split('.').includes(id)
          ? [
              `"${path}" in ${file} says "${found}", but content/services.json has no service "${id}". Rewrite the sentence, or keep it if it is true.`,
            ]
          : [];
      });
    }),
  );
}

function placed(part: object, file: string, isWanted: (path: string) => boolean = () => true) {
  return leavesOf(part)
    .filter(([path]) => isWanted(path))
    .map(([path, sentence]) => ({ path, file, sentence }));
}
