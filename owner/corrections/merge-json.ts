import type { Json } from './convert-words.ts';

/** The notes for the owner to read after a merge. Paths are like "hero.text". */
export interface Notes {
  /** Sentences that both sides changed. The merge keeps the owner's. */
  changedByBoth: { path: string; theirs: Json }[];
  /** The owner's facts and changed sentences that the project no longer has. */
  noLongerUsed: { path: string; ours: Json }[];
  /** Facts that the project now has. They have the example's values. */
  added: { path: string; theirs: Json }[];
}

export const createNotes = (): Notes => ({ changedByBoth: [], noLongerUsed: [], added: [] });

type Group = Record<string, Json>;
const isGroup = (value: Json | undefined): value is Group =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isSame = (one: Json | undefined, other: Json | undefined) =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * Whether a group is one sentence, written as versions ("otherwise") or parts ("joined"). A sentence is merged as a
 * whole.
 */
const isSentence = (value: Group) => 'otherwise' in value || 'joined' in value;

/** Merges words sentence by sentence. If both sides changed a sentence, keeps the owner's and adds a note. */
export function mergeWords(
  base: Json | undefined,
  ours: Json,
  theirs: Json,
  notes: Notes,
  path: string[] = [],
): Json {
  if (isSame(ours, theirs) || isSame(ours, base)) {
    return theirs;
  } else if (isSame(theirs, base)) {
    return ours;
  } else if (isGroup(ours) && isGroup(theirs) && !isSentence(ours) && !isSentence(theirs)) {
    return mergeGroups(isGroup(base) ? base : {}, ours, theirs, notes, path);
  } else if (areRows(ours) && areRows(theirs) && areRows(base) && hasLength(theirs.length, ours, base)) {
    return theirs.map((row, index) =>
      mergeWords(base[index], ours[index] ?? null, row, notes, [...path, String(index)]),
    );
  }
  notes.changedByBoth.push({ path: path.join('.'), theirs });
  return ours;
}

const areRows = (value: Json | undefined): value is Json[] => Array.isArray(value) && value.every(isGroup);
const hasLength = (length: number, ...lists: Json[][]) => lists.every((list) => list.length === length);

function mergeGroups(base: Group, ours: Group, theirs: Group, notes: Notes, path: string[]): Group {
  const merged: Group = {};
  for (const key of new Set([...Object.keys(theirs), ...Object.keys(ours)])) {
    const [before, own, other] = [base[key], ours[key], theirs[key]];
    if (own !== undefined && other !== undefined) {
      merged[key] = mergeWords(before, own, other, notes, [...path, key]);
    } else if (other !== undefined && before === undefined) {
      merged[key] = other;
    } else if (own !== undefined && before === undefined) {
      // The owner added these words, for example for a service.
      merged[key] = own;
    } else if (own !== undefined && !isSame(own, before)) {
      notes.noLongerUsed.push({ path: [...path, key].join('.'), ours: own });
    }
  }
  return merged;
}

/**
 * Merges facts. Takes the project's file if the owner never changed it. Otherwise, the owner keeps each fact that the
 * project still has, because the project's facts are only an example. New facts are added, and the project's drawings
 * are updated.
 */
export function mergeFacts(
  base: Json | undefined,
  ours: Json,
  theirs: Json,
  notes: Notes,
  path: string[] = [],
): Json {
  if (path.length === 0 && isSame(ours, base)) {
    return theirs;
  } else if (areRows(ours) && areRows(theirs) && areRows(base)) {
    return ours.map((own) => updateDrawing(base, own, theirs));
  } else if (!isGroup(ours) || !isGroup(theirs)) {
    return ours;
  }
  const before = isGroup(base) ? base : {};
  const merged: Group = {};
  for (const [key, own] of Object.entries(ours)) {
    const other = theirs[key];
    if (other !== undefined) {
      merged[key] = mergeFacts(before[key], own, other, notes, [...path, key]);
    } else if (before[key] === undefined) {
      merged[key] = own;
    } else {
      notes.noLongerUsed.push({ path: [...path, key].join('.'), ours: own });
    }
  }
  for (const [key, other] of Object.entries(theirs)) {
    if (ours[key] === undefined && before[key] === undefined) {
      merged[key] = other;
      notes.added.push({ path: [...path, key].join('.'), theirs: other });
    }
  }
  return merged;
}

/** Returns the project's new version of a drawing if the owner kept the drawing and its words, or else the owner's. */
function updateDrawing(base: Json[], own: Json, theirs: Json[]): Json {
  const findDrawing = (pictures: Json[]) =>
    pictures.find((picture) => isGroup(picture) && isGroup(own) && picture.drawing === own.drawing);
  const isKept = isGroup(own) && own.drawing !== undefined && isSame(own, findDrawing(base));
  return (isKept && findDrawing(theirs)) || own;
}

/** Formats a file. Lists of texts or numbers stay on one line. */
export function formatJson(value: Json): string {
  const text = JSON.stringify(value, null, 2).replace(
    /\[\s+((?:(?:"(?:[^"\\]|\\.)*"|[\w.+-]+)(?:,\s+)?)+)\s+\]/g,
    (_, items: string) => `[${items.replaceAll(/,\n\s+/g, ', ')}]`,
  );
  return `${text}\n`;
}
