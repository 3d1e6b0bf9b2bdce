/** What a choice may be. Null is for "not chosen", and only where that is the default: no text says it. */
export type ChoiceValue = string | number | boolean | null | readonly string[];

/** What a text in the address means; undefined where it means nothing. */
export type Reader<Value> = (text: string) => Value | undefined;
export type Readers<Options> = { [Name in keyof Options]: Reader<Options[Name]> };

export type ReadOptions<Options> = {
  options: Options;
  /** Parameters that made no sense: the default stands, and the screen says so. */
  ignored: string[];
};

/** The choices of one kind of page. All of it can be given in the URL, so that a kiosk needs no clicks. */
export type Choices<Options> = {
  defaults: Options;
  /** The choices that a URL's query makes; unknown parameters are left to others. */
  read: (query: URLSearchParams) => ReadOptions<Options>;
  /** The query that makes these choices; what is the default is left out. */
  write: (options: Options) => string;
};

/** The choices of a page from its defaults and from what reads each of them; written in the order of the readers. */
export function createOptions<Options extends { [Name in keyof Options]: ChoiceValue }>({
  defaults,
  readers,
}: {
  defaults: Options;
  readers: Readers<Options>;
}): Choices<Options> {
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

/** A choice as it stands in the address, and in a field of the menu. */
export function textOf(value: ChoiceValue): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
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

/** Minutes, or that something is not to happen at all. */
export type MinutesOrOff = number | 'off';

export const minutesOrOff =
  (least: number, most: number): Reader<MinutesOrOff> =>
  (text) =>
    text === 'off' ? 'off' : number(least, most)(text);

/** `on` or `off`. */
export const flag: Reader<boolean> = (text) => (text === 'on' ? true : text === 'off' ? false : undefined);

/** Words with commas between them, each of at most 60 characters. */
export const list: Reader<string[]> = (text) => {
  const words = text.split(',').map((word) => word.trim());
  return words.every((word) => word !== '' && word.length <= 60) ? words : undefined;
};
