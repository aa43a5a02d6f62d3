import type { Language } from '../languages.ts';
import { en, type Words } from './en.ts';

export const words: Record<Language, Words> = { en };
