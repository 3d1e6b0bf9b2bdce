import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { frontWords, type Say } from '../words/front-words';
import type { Language } from '../words/language';

const Words = createContext<Say | null>(null);

/** Sets the language of the messages inside. */
export function SayIn({ language, children }: { language: Language; children: ReactNode }) {
  const say = useMemo(() => frontWords(language), [language]);
  return <Words value={say}>{children}</Words>;
}

/** Messages of the home page. @throws Error outside `SayIn` */
export function useSay(): Say {
  const say = useContext(Words);
  if (!say) throw new Error('no language was chosen');
  return say;
}
