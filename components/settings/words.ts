/** What a setting of a kind takes in place of a typed text. */
export const WORDS = {
  'opening hours': ['services', 'always'],
  'header prefix': ['any'],
  pin: ['off'],
} as const;

export type WordKind = keyof typeof WORDS;

export function isWordKind(kind: string): kind is WordKind {
  return Object.hasOwn(WORDS, kind);
}
