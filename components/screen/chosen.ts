import { type ChoiceValue, textOf, type UrlOptions } from './url-options';

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
