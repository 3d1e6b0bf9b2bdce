import { LANGUAGES, type Language } from '../../lib/language';
import { SOUND_OPTIONS, VOLUMES, type Volume } from '../sound/sound';

/** Parses a text of the address; undefined if it is invalid. */
export type Reader<Value> = (text: string) => Value | undefined;

export const oneOf =
  <Value extends string>(values: readonly Value[]): Reader<Value> =>
  (text) =>
    values.find((value) => value === text);

export const number =
  (least: number, most: number, isWhole = false): Reader<number> =>
  (text) => {
    const value = text.trim() === '' ? Number.NaN : Number(text);
    return value >= least && value <= most && (!isWhole || Number.isInteger(value)) ? value : undefined;
  };

/** Minutes, or off. */
export type MinutesOrOff = number | 'off';

export const THEMES = ['dark', 'light'] as const;
export const KIOSKS = ['off', 'on'] as const;
export const PALETTES = ['standard', 'blue-yellow'] as const;

/** Options of every screen. */
export type ScreenOptions = {
  branch: number | null;
  theme: (typeof THEMES)[number];
  palette: (typeof PALETTES)[number];
  /** Null for the device's language. */
  lang: Language | null;
  sound: (typeof SOUND_OPTIONS)[number];
  volume: Volume;
  /** In steps of a tenth. */
  zoom: number;
  /** A kiosk hides its settings and the ways to other pages. */
  kiosk: (typeof KIOSKS)[number];
};

/** A page may override them: `{ ...SCREEN_DEFAULTS, theme: 'light' }`. */
export const SCREEN_DEFAULTS: ScreenOptions = {
  branch: null,
  theme: 'dark',
  palette: 'standard',
  lang: null,
  sound: 'off',
  volume: 'normal',
  zoom: 0,
  kiosk: 'off',
};

type Readers<Options> = { [Name in keyof Options]: Reader<Options[Name]> };

export const SCREEN_READERS: Readers<ScreenOptions> = {
  branch: number(-2_147_483_647, 2_147_483_647, true),
  theme: oneOf(THEMES),
  palette: oneOf(PALETTES),
  lang: oneOf(LANGUAGES),
  sound: oneOf(SOUND_OPTIONS),
  volume: oneOf(VOLUMES),
  zoom: number(-5, 10, true),
  kiosk: oneOf(KIOSKS),
};

/** Value of an option. Null means "not chosen", and is allowed only as a default: no text represents it. */
export type ChoiceValue = string | number | null | readonly string[];

type ReadOptions<Options> = {
  options: Options;
  /** Invalid parameters: their defaults apply, and the screen lists them. */
  ignored: string[];
};

/**
 * Reads and writes the options of one kind of page. All of them can be set in the URL, so that a kiosk needs no clicks.
 */
export type UrlOptions<Options> = {
  defaults: Options;
  /** Options in a URL's query; unknown parameters are ignored. */
  read: (query: URLSearchParams) => ReadOptions<Options>;
  /** The query for these options, without defaults. */
  write: (options: Options) => string;
};

/** Creates the options of a page from its defaults and a parser for each; written in the order of the parsers. */
export function createUrlOptions<Options extends { [Name in keyof Options]: ChoiceValue }>({
  defaults,
  readers,
}: {
  defaults: Options;
  readers: Readers<Options>;
}): UrlOptions<Options> {
  const names = Object.keys(readers) as (keyof Options & string)[];
  return {
    defaults,
    read(query) {
      const ignored: string[] = [];
      const chosen = names.flatMap((name) => {
        const text = query.get(name);
        if (text === null) return [];
        const value = readers[name](text);
        if (value === undefined) ignored.push(name);
        return value === undefined ? [] : [[name, value] as const];
      });
      return { options: { ...defaults, ...Object.fromEntries(chosen) }, ignored };
    },
    write(options) {
      const query = new URLSearchParams();
      for (const name of names) {
        const text = textOf(options[name]);
        if (text !== textOf(defaults[name])) query.set(name, text);
      }
      return query.toString();
    },
  };
}

/** Text of an option in the address and in a field of the menu. */
function textOf(value: ChoiceValue): string {
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  return value.join(',');
}

export const minutesOrOff =
  (least: number, most: number): Reader<MinutesOrOff> =>
  (text) =>
    text === 'off' ? 'off' : number(least, most)(text);

/** Comma-separated words of at most 60 characters each. */
export const list: Reader<string[]> = (text) => {
  const words = text.split(',').map((word) => word.trim());
  return words.every((word) => word !== '' && word.length <= 60) ? words : undefined;
};

/** Options in the address of this page, and functions that change them. */
export type Chosen<Options> = {
  options: Options;
  /** Parameters with invalid values. */
  ignored: readonly string[];
  /** Applies at once and is written to the address, so that a kiosk that starts with that address needs no clicks. */
  choose: (chosen: Partial<Options>) => void;
  /** Parses a typed value like one in the address: an empty one is the default, and an invalid one changes nothing. */
  type: (name: keyof Options & string, text: string) => void;
  /** The query for these options. */
  search: string;
  /** Text of an option for a field. */
  text: (name: keyof Options & string) => string;
};

type Written<Options> = { [Name in keyof Options]: ChoiceValue };

/** `search` is the page's query; `write` replaces it. */
export function chosenIn<Options extends Written<Options>>(
  urlOptions: UrlOptions<Options>,
  search: string,
  write: (search: string) => void,
): Chosen<Options> {
  const { options, ignored } = urlOptions.read(new URLSearchParams(search));
  const choose = (chosen: Partial<Options>) => write(urlOptions.write({ ...options, ...chosen }));
  return {
    options,
    ignored,
    search: urlOptions.write(options),
    choose,
    type(name, text) {
      const query = new URLSearchParams(urlOptions.write(options));
      if (text.trim() === '') query.delete(name);
      else query.set(name, text.trim());
      const read = urlOptions.read(query);
      if (!read.ignored.includes(name)) write(urlOptions.write(read.options));
    },
    text: (name) => textOf(options[name]),
  };
}
