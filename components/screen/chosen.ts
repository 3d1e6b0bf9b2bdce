import { type Choices, type ChoiceValue, textOf } from './options';

/** What the address of this page chooses, and how to choose something else. */
export type Chosen<Options> = {
  options: Options;
  /** Parameters that were not understood. */
  ignored: readonly string[];
  /** Holds at once, and is written into the address: a kiosk that starts with it needs no clicks. */
  choose: (chosen: Partial<Options>) => void;
  /** Reads a typed value as the address would be read: an empty one is the default, nonsense changes nothing. */
  type: (name: keyof Options & string, text: string) => void;
  /** The query that makes these choices. */
  search: string;
  /** A choice as it stands in a field. */
  text: (name: keyof Options & string) => string;
};

type Written<Options> = { [Name in keyof Options]: ChoiceValue };

/** `search` is the page's query; `write` puts another one there. */
export function chosenIn<Options extends Written<Options>>(
  choices: Choices<Options>,
  search: string,
  write: (search: string) => void,
): Chosen<Options> {
  const { options, ignored } = choices.read(new URLSearchParams(search));
  const choose = (chosen: Partial<Options>) => write(choices.write({ ...options, ...chosen }));
  return {
    options,
    ignored,
    search: choices.write(options),
    choose,
    type(name, text) {
      const query = new URLSearchParams(choices.write(options));
      if (text.trim() === '') query.delete(name);
      else query.set(name, text.trim());
      const read = choices.read(query);
      if (!read.ignored.includes(name)) write(choices.write(read.options));
    },
    text: (name) => textOf(options[name]),
  };
}
