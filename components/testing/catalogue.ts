import { type Catalogue, LANGUAGES } from '../../lib/language';
import { messagesIn } from '../../messages/messages-in';
import type { Areas } from '../../messages/types';

/** The messages of some areas in every language. */
export async function catalogueOf(...areas: (keyof Areas)[]): Promise<Catalogue> {
  const entries = LANGUAGES.map(async (language) => [language, await messagesIn(language, ...areas)]);
  return Object.fromEntries(await Promise.all(entries));
}
