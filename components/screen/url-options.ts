/** Value of an option. Null means "not chosen", and is allowed only as a default: no text represents it. */
export type ChoiceValue = string | number | null | readonly string[];

/** Parses a text of the address; undefined if it is invalid. */
export type Reader<Value> = (text: string) => Value | undefined;
export type Readers<Options> = { [Name in keyof Options]: Reader<Options[Name]> };

export type ReadOptions<Options> = {
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
export function textOf(value: ChoiceValue): string {
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  return value.join(',');
}

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

export const minutesOrOff =
  (least: number, most: number): Reader<MinutesOrOff> =>
  (text) =>
    text === 'off' ? 'off' : number(least, most)(text);

/** Comma-separated words of at most 60 characters each. */
export const list: Reader<string[]> = (text) => {
  const words = text.split(',').map((word) => word.trim());
  return words.every((word) => word !== '' && word.length <= 60) ? words : undefined;
};
