import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../lib/language';
import { VOLUMES } from '../sound/sound';
import {
  chosenIn,
  createUrlOptions,
  list,
  type MinutesOrOff,
  minutesOrOff,
  number,
  oneOf,
  SCREEN_DEFAULTS,
  SCREEN_READERS,
  type ScreenOptions,
} from './screen-options';
import { type TableList, tableList } from './table-list';

type PassOptions = ScreenOptions & {
  order: 'late' | 'table';
  escalate: MinutesOrOff;
  mine: string[];
  tables: TableList;
  rows: number;
};

const CHOICES = createUrlOptions<PassOptions>({
  defaults: {
    ...SCREEN_DEFAULTS,
    theme: 'light',
    order: 'late',
    escalate: 3,
    mine: [],
    tables: [],
    rows: 2,
  },
  readers: {
    ...SCREEN_READERS,
    order: oneOf(['late', 'table']),
    escalate: minutesOrOff(1, 60),
    mine: list,
    tables: tableList,
    rows: number(1, 9, true),
  },
});

const read = (query: string) => CHOICES.read(new URLSearchParams(query));

describe('the options of a page', () => {
  it('use the page’s own defaults if the address is empty', () => {
    expect(read('')).toEqual({ options: CHOICES.defaults, ignored: [] });
    expect(CHOICES.write(CHOICES.defaults)).toBe('');
  });

  it('are written if they differ from the page’s default, though another page has that default', () => {
    expect(CHOICES.write({ ...CHOICES.defaults, theme: 'dark' })).toBe('theme=dark');
  });

  it('survive writing and reading', () => {
    const chosen: fc.Arbitrary<PassOptions> = fc.record({
      branch: fc.option(fc.integer({ min: -100, max: 100 })),
      theme: fc.constantFrom('dark', 'light'),
      palette: fc.constantFrom('standard', 'blue-yellow'),
      lang: fc.constantFrom(...LANGUAGES, null),
      sound: fc.constantFrom('on', 'off'),
      volume: fc.constantFrom(...VOLUMES),
      zoom: fc.integer({ min: -5, max: 10 }),
      kiosk: fc.constantFrom('off', 'on'),
      order: fc.constantFrom('late', 'table'),
      escalate: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constant('off' as const)),
      mine: fc.array(fc.stringMatching(/^[\w&=?# -]{0,9}\w$/)).map((words) => words.map((word) => word.trim())),
      tables: fc.array(fc.nat()).map((numbers) => tableList(numbers.join()) ?? []),
      rows: fc.integer({ min: 1, max: 9 }),
    });
    fc.assert(
      fc.property(chosen, (options) => {
        expect(read(CHOICES.write(options))).toEqual({ options, ignored: [] });
      }),
    );
  });

  it.each([
    ['escalate', '0'],
    ['escalate', '61'],
    ['escalate', 'never'],
    ['order', ''],
    ['rows', '2.5'],
    ['order', 'LATE'],
    ['mine', 'a,,b'],
    ['tables', 'terrace'],
    ['sound', 'loud'],
  ])('leave the default where %s is "%s", and name it', (name, text) => {
    expect(read(new URLSearchParams({ [name]: text }).toString())).toEqual({
      options: CHOICES.defaults,
      ignored: [name],
    });
  });
});

describe('a choice', () => {
  const open = (search: string) => {
    const written: string[] = [];
    return { written, chosen: chosenIn(CHOICES, search, (next) => written.push(next)) };
  };

  it('is written beside the earlier ones, without invalid parameters', () => {
    const { chosen, written } = open('rows=4&zoom=99&utm=1');
    expect(chosen.ignored).toEqual(['zoom']);
    chosen.choose({ escalate: 'off' });
    expect(written).toEqual(['escalate=off&rows=4']);
  });

  it('is parsed from a field as from the address', () => {
    const { chosen, written } = open('rows=4');
    chosen.type('rows', ' 5 ');
    chosen.type('rows', '');
    chosen.type('rows', '77');
    expect(written).toEqual(['rows=5', '']);
    expect([chosen.text('rows'), chosen.text('tables')]).toEqual(['4', '']);
  });
});
