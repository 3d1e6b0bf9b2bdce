import type { Language } from '../lib/language';
import type { Areas } from './types';

/**
 * The messages of some areas in one language, for a page that the server renders. Nothing that a browser loads may import
 * this file.
 */
export async function messagesIn(language: Language, ...areas: (keyof Areas)[]): Promise<object> {
  const files = await Promise.all(areas.map((area) => import(`./${language}/${area}.json`)));
  return Object.assign({}, ...files.map(({ default: messages }) => messages));
}
