import { LANGUAGES, type Language } from '../words/language';

export const SORTS = ['late', 'oldest', 'table', 'course'] as const;
export const LAYOUTS = ['grid', 'lanes'] as const;
export const THEMES = ['dark', 'light'] as const;
export const PALETTES = ['standard', 'blue-yellow'] as const;
export const DENSITIES = ['roomy', 'dense'] as const;

/** Every choice on a wall. All of it can be given in the URL, so that a kiosk needs no clicks. */
export type WallOptions = {
  branch: number | null;
  /** Abbreviations or numbers of courses; empty for all. */
  courses: string[];
  kind: 'table' | 'cafeteria' | null;
  /** Table numbers from and to, both included. */
  tables: { from: bigint; to: bigint } | null;
  sort: (typeof SORTS)[number];
  layout: (typeof LAYOUTS)[number];
  /** 0 for as many as fit. */
  columns: number;
  density: (typeof DENSITIES)[number];
  theme: (typeof THEMES)[number];
  palette: (typeof PALETTES)[number];
  /** Null for the device's. */
  lang: Language | null;
  /** Inches. */
  diagonal: number;
  /** Metres. */
  distance: number;
  /** Steps of a tenth. */
  zoom: number;
  /** Seconds per page; 0 to stay. */
  autoPage: number;
};

export const DEFAULT_OPTIONS: WallOptions = {
  branch: null,
  courses: [],
  kind: null,
  tables: null,
  sort: 'late',
  layout: 'grid',
  columns: 0,
  density: 'roomy',
  theme: 'dark',
  palette: 'standard',
  lang: null,
  diagonal: 32,
  distance: 2,
  zoom: 0,
  autoPage: 0,
};

export type ReadOptions = {
  options: WallOptions;
  /** Parameters that made no sense: the default stands, and the wall says so. */
  ignored: string[];
};

type Reader<Value> = (text: string) => Value | undefined;

const oneOf =
  <Value extends string>(values: readonly Value[]): Reader<Value> =>
  (text) =>
    values.find((value) => value === text);

const number =
  (least: number, most: number, isWhole = false): Reader<number> =>
  (text) => {
    const value = text.trim() === '' ? Number.NaN : Number(text);
    return value >= least && value <= most && (!isWhole || Number.isInteger(value)) ? value : undefined;
  };

const READERS: { [Name in keyof WallOptions]: Reader<WallOptions[Name]> } = {
  branch: number(-2_147_483_647, 2_147_483_647, true),
  courses: (text) => {
    const courses = text.split(',').map((course) => course.trim());
    return courses.every((course) => course !== '' && course.length <= 60) ? courses : undefined;
  },
  kind: oneOf(['table', 'cafeteria'] as const) as Reader<WallOptions['kind']>,
  tables: (text) => {
    const match = /^(\d{1,40})-(\d{1,40})$/.exec(text.trim());
    const [from, to] = [BigInt(match?.[1] ?? 1), BigInt(match?.[2] ?? 0)];
    return from <= to ? { from, to } : undefined;
  },
  sort: oneOf(SORTS),
  layout: oneOf(LAYOUTS),
  columns: number(0, 10, true),
  density: oneOf(DENSITIES),
  theme: oneOf(THEMES),
  palette: oneOf(PALETTES),
  lang: oneOf(LANGUAGES),
  diagonal: number(5, 120),
  distance: number(0.3, 10),
  zoom: number(-5, 10, true),
  autoPage: number(0, 600, true),
};

const NAMES = Object.keys(READERS) as (keyof WallOptions)[];

/** The choices that a URL's query makes; unknown parameters are left to others. */
export function readOptions(query: URLSearchParams): ReadOptions {
  const ignored: string[] = [];
  const chosen = NAMES.flatMap((name) => {
    const text = query.get(name);
    if (text === null) return [];
    const value = READERS[name](text);
    if (value === undefined) ignored.push(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { options: { ...DEFAULT_OPTIONS, ...Object.fromEntries(chosen) }, ignored };
}

/** The query that makes these choices; what is the default is left out. */
export function writeOptions(options: WallOptions): string {
  const query = new URLSearchParams();
  for (const name of NAMES) {
    const text = textOf(options[name]);
    if (text !== textOf(DEFAULT_OPTIONS[name])) query.set(name, text);
  }
  return query.toString();
}

function textOf(value: WallOptions[keyof WallOptions]): string {
  if (value === null) return '';
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'object' ? `${value.from}-${value.to}` : String(value);
}
