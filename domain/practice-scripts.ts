import { TEST_TABLE } from '../contract/constants';
import type { Language } from '../lib/language';

/** A course of a script: when it is started, ready and served, in seconds after the beginning. Null: forgotten. */
type ScriptedCourse = {
  number: number;
  name: string;
  abbreviation: string;
  expectedSeconds: number | null;
  startedS: number;
  readyS: number;
  servedS: number | null;
};

export type ScriptedOrder = {
  table: { number: string; name: string | null; guests: number | null } | null;
  ticketNumber: number | null;
  courses: readonly ScriptedCourse[];
};

/** What is practised, in seconds after its beginning. */
export type PracticeScript = { orders: readonly ScriptedOrder[]; goneS: number };

/** F26a: how long after its beginning a test course is ready, is served, and is gone. */
export const TEST_STEPS_S = { ready: 8, served: 16, gone: 22 } as const;

/** F26: one course at a table that is called a test. */
export const TEST_SCRIPT: PracticeScript = {
  orders: [
    {
      table: { number: TEST_TABLE, name: null, guests: null },
      ticketNumber: null,
      courses: [
        {
          ...{ number: 1, name: TEST_TABLE, abbreviation: TEST_TABLE, expectedSeconds: null },
          ...{ startedS: 0, readyS: TEST_STEPS_S.ready, servedS: TEST_STEPS_S.served },
        },
      ],
    },
  ],
  goneS: TEST_STEPS_S.gone,
};

/** As a POS sends them: the words are data, not texts of a page. `party` is in place of the name of a guest. */
const WORDS: Record<Language, { party: string; starter: string; main: string; dessert: string }> = {
  en: { party: 'Practice', starter: 'Starter', main: 'Main', dessert: 'Dessert' },
  nl: { party: 'Oefening', starter: 'Voorgerecht', main: 'Hoofdgerecht', dessert: 'Nagerecht' },
  de: { party: 'Übung', starter: 'Vorspeise', main: 'Hauptgang', dessert: 'Dessert' },
  fr: { party: 'Exercice', starter: 'Entrée', main: 'Plat', dessert: 'Dessert' },
};

/** F28a: thirteen minutes with five tables and a counter ticket. P2's main is late, and P3's main is never served. */
export function serviceScript(language: Language): PracticeScript {
  const { party, ...words } = WORDS[language];
  const course = (number: number, name: string, expectedSeconds: number) => {
    const named = { number, name, abbreviation: name.slice(0, 1).toUpperCase(), expectedSeconds };
    return (startedS: number, readyS: number, servedS: number | null): ScriptedCourse => ({
      ...named,
      ...{ startedS, readyS, servedS },
    });
  };
  const starter = course(1, words.starter, 90);
  const main = course(2, words.main, 150);
  const dessert = course(3, words.dessert, 60);
  const table = (number: string, guests: number, ...courses: ScriptedCourse[]): ScriptedOrder => ({
    table: { number, name: party, guests },
    ticketNumber: null,
    courses,
  });
  return {
    orders: [
      table('P1', 2, starter(5, 85, 115), main(220, 360, 390), dessert(540, 600, 630)),
      table('P2', 4, starter(40, 140, 170), main(300, 545, 575), dessert(610, 680, 710)),
      table('P3', 6, main(90, 230, null), dessert(330, 380, 405)),
      table('P4', 3, starter(150, 230, 260), main(380, 520, 550)),
      { table: null, ticketNumber: 7, courses: [main(180, 320, 360)] },
      table('P5', 2, main(460, 610, 650)),
    ],
    goneS: 780,
  };
}
