/** Colours of a wall by purpose. A test computes that every text has a contrast of at least 7:1 on its ground. */
export type Tones = {
  ground: string;
  bar: string;
  barText: string;
  barQuiet: string;
  barLine: string;
  card: string;
  text: string;
  quiet: string;
  dotDone: string;
  track: string;
  warn: string;
  warnStripe: string;
  late: string;
  lateText: string;
  lateFrame: string;
  ready: string;
  readyText: string;
  readyQuiet: string;
  readyEdge: string;
  readyBadgeText: string;
  fresh: string;
};

/** Ready, late and ink are the same in both themes; the board around them is not. */
const night: Tones = {
  ground: '#0f1113',
  bar: '#0f1113',
  barText: '#f4f1ea',
  barQuiet: '#b9b6ae',
  barLine: '#2a2d30',
  card: '#f4f1ea',
  text: '#16181a',
  quiet: '#4f4c45',
  dotDone: '#8b877c',
  track: '#d8d3c6',
  warn: '#ffb52e',
  warnStripe: '#6b4500',
  late: '#ff7a5c',
  lateText: '#170500',
  lateFrame: '#ffffff',
  ready: '#0c2a24',
  readyText: '#d9fff3',
  readyQuiet: '#a5e3d0',
  readyEdge: '#19c39a',
  readyBadgeText: '#0f1113',
  fresh: '#6fb7ff',
};

const day: Tones = {
  ...night,
  ground: '#d9d4c8',
  bar: '#f4f1ea',
  barText: '#16181a',
  barQuiet: '#403d36',
  barLine: '#c9c3b4',
  card: '#fffdf8',
  fresh: '#1f6fc4',
};

/** For people with a blue-yellow deficiency: red against cyan, which also differ in lightness. */
const withoutBlueYellow: Partial<Tones> = {
  warn: '#ff8fa3',
  warnStripe: '#6b0f22',
  late: '#ff6b6b',
  lateText: '#140000',
  ready: '#06262c',
  readyText: '#dafaff',
  readyQuiet: '#9fe0ea',
  readyEdge: '#3fc9dc',
  fresh: '#ffffff',
};

export const TONES = {
  dark: { standard: night, 'blue-yellow': { ...night, ...withoutBlueYellow } },
  light: { standard: day, 'blue-yellow': { ...day, ...withoutBlueYellow, fresh: '#16181a' } },
} as const satisfies Record<string, Record<string, Tones>>;

/** Pairs of text and ground that are used. */
export const TEXT_ON: readonly [text: keyof Tones, ground: keyof Tones][] = [
  ['barText', 'bar'],
  ['barQuiet', 'bar'],
  ['barText', 'ground'],
  ['barQuiet', 'ground'],
  ['bar', 'barText'],
  ['text', 'card'],
  ['card', 'text'],
  ['quiet', 'card'],
  ['lateText', 'late'],
  ['late', 'lateText'],
  ['readyText', 'ready'],
  ['ready', 'readyText'],
  ['readyQuiet', 'ready'],
  ['readyBadgeText', 'readyEdge'],
  ['readyEdge', 'readyBadgeText'],
  ['text', 'warn'],
];

/** Returns the tones as CSS custom properties. */
export function toneStyle(tones: Tones): Record<`--${string}`, string> {
  return Object.fromEntries(
    Object.entries(tones).map(([name, colour]) => [
      `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      colour,
    ]),
  );
}
