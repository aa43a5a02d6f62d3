import type { Language } from '../languages.ts';
import { en, type Words } from './en.ts';
import { es } from './es.ts';

export const words: Record<Language, Words> = { en, es };
