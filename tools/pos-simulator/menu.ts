/** A course of the menu. `orderedBy` is the share of parties (0 to 1) that order it. */
export type Course = {
  number: number;
  name: string;
  abbreviation: string;
  sequence: number;
  expectedSeconds: number;
  orderedBy: number;
  /** Share of served courses after which the party orders another round. */
  orderedAgain: number;
};

/** The course that every party orders. */
export const mains: Course = {
  number: 3,
  name: 'Mains',
  abbreviation: 'MA',
  sequence: 3,
  expectedSeconds: 1080,
  orderedBy: 1,
  orderedAgain: 0.01,
};

/** The second course of a party that orders only one besides the mains. */
export const drinks: Course = {
  number: 1,
  name: 'Drinks',
  abbreviation: 'DR',
  sequence: 1,
  expectedSeconds: 240,
  orderedBy: 0.9,
  orderedAgain: 0.15,
};

/** The menu in the order of serving. Expected times are whole minutes, so that they are exact in every unit. */
export const menu: readonly Course[] = [
  drinks,
  {
    number: 2,
    name: 'Starters',
    abbreviation: 'ST',
    sequence: 2,
    expectedSeconds: 600,
    orderedBy: 0.65,
    orderedAgain: 0.02,
  },
  mains,
  {
    number: 4,
    name: 'Desserts',
    abbreviation: 'DE',
    sequence: 4,
    expectedSeconds: 480,
    orderedBy: 0.6,
    orderedAgain: 0.01,
  },
  {
    number: 5,
    name: 'Coffee & thé',
    abbreviation: 'CF',
    sequence: 5,
    expectedSeconds: 180,
    orderedBy: 0.3,
    orderedAgain: 0.05,
  },
];

/** The only course of the cafeteria counter. */
export const counterCourse: Course = {
  number: 9,
  name: 'Counter',
  abbreviation: 'CO',
  sequence: 1,
  expectedSeconds: 420,
  orderedBy: 1,
  orderedAgain: 0,
};

/** Table names that need care: empty, right to left, wide, markup, and prefixes that a spreadsheet would execute. */
export const tableNames: readonly string[] = [
  '',
  'de Vries',
  'J. Smith',
  "O'Neill",
  'Müller',
  'Łukasz',
  'Garçon–Petit',
  'Familie Jansen',
  'Birthday 🎂 Noor',
  '👨‍👩‍👧‍👦 family',
  '李',
  'عائلة حداد',
  'משפחת לוי',
  '<b>VIP</b>',
  '<img src=x onerror=alert(1)>',
  'Piet "Opa", window',
  '=1+1',
  '@noor',
  '{"number":1}',
  'A & B \\ C',
  'Terrace 4',
];
