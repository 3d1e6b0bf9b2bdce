import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../lib/language';
import { PALETTES, THEMES } from '../screen/screen-options';
import { tableList } from '../screen/table-list';
import { SOUND_OPTIONS, VOLUMES } from '../sound/sound';
import { CLOCKS, DENSITIES, KEY_PRESETS, LAYOUTS, SORTS, WALL_OPTIONS, type WallOptions } from './wall-options';

const DEFAULT_OPTIONS = WALL_OPTIONS.defaults;
const writeOptions = WALL_OPTIONS.write;
const read = (query: string) => WALL_OPTIONS.read(new URLSearchParams(query));

const courseName = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .map((text) => text.replaceAll(',', '').trim().slice(0, 60).toWellFormed())
  .filter((text) => text.trim() === text && text !== '');
const choices: fc.Arbitrary<WallOptions> = fc.record({
  branch: fc.option(fc.integer({ min: -2_147_483_647, max: 2_147_483_647 })),
  courses: fc.array(courseName, { maxLength: 5 }),
  kind: fc.constantFrom('table', 'cafeteria', null),
  tables: fc.array(fc.bigInt({ min: 0n, max: 10n ** 30n })).map((numbers) => tableList(numbers.join()) ?? []),
  sort: fc.constantFrom(...SORTS),
  clock: fc.constantFrom(...CLOCKS),
  layout: fc.constantFrom(...LAYOUTS),
  columns: fc.integer({ min: 0, max: 10 }),
  density: fc.constantFrom(...DENSITIES),
  theme: fc.constantFrom(...THEMES),
  palette: fc.constantFrom(...PALETTES),
  lang: fc.option(fc.constantFrom(...LANGUAGES)),
  sound: fc.constantFrom(...SOUND_OPTIONS),
  volume: fc.constantFrom(...VOLUMES),
  diagonal: fc.double({ min: 5, max: 120, noNaN: true }),
  distance: fc.double({ min: 0.3, max: 10, noNaN: true }),
  zoom: fc.integer({ min: -5, max: 10 }),
  kiosk: fc.constantFrom('off', 'on'),
  autoPage: fc.integer({ min: 0, max: 600 }),
  keys: fc.constantFrom(...KEY_PRESETS),
});

it('options survive writing and reading', () => {
  fc.assert(
    fc.property(choices, (options) => {
      expect(read(writeOptions(options))).toEqual({ options, ignored: [] });
    }),
  );
});

it('default options are not written', () => {
  expect(writeOptions(DEFAULT_OPTIONS)).toBe('');
  expect(writeOptions({ ...DEFAULT_OPTIONS, theme: 'light', columns: 4 })).toBe('columns=4&theme=light');
});

it('the example of the contract is readable', () => {
  expect(read('branch=1&courses=MA,DE&columns=4&theme=dark&lang=nl')).toEqual({
    options: { ...DEFAULT_OPTIONS, branch: 1, courses: ['MA', 'DE'], columns: 4, theme: 'dark', lang: 'nl' },
    ignored: [],
  });
});

describe('an invalid address', () => {
  it.each([
    'branch=kitchen',
    'branch=1.5',
    'branch=',
    'branch=99999999999',
    'courses=MA,,DE',
    'courses=',
    'kind=takeaway',
    'tables=a-b',
    'tables=-5-2',
    'sort=random',
    'clock=sundial',
    'layout=list',
    'columns=11',
    'columns=-1',
    'columns=2.5',
    'density=9',
    'theme=DARK',
    'palette=rainbow',
    'lang=xx',
    'sound=loud',
    'diagonal=4',
    'diagonal=NaN',
    'distance=0',
    'distance=Infinity',
    'zoom=11',
    'autoPage=601',
    'keys=piano',
    'autoPage= ',
  ])('leaves the default and is named: %s', (query) => {
    const [name = ''] = query.split('=');
    expect(read(query)).toEqual({ options: DEFAULT_OPTIONS, ignored: [name] });
  });

  it('does not affect the valid options beside it', () => {
    const { options, ignored } = read('columns=99&sort=table&theme=neon&zoom=2');
    expect(options).toEqual({ ...DEFAULT_OPTIONS, sort: 'table', zoom: 2 });
    expect(ignored).toEqual(['columns', 'theme']);
  });

  it('never throws, and always gives options that can be written', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(DEFAULT_OPTIONS)), fc.string({ unit: 'binary' }), (name, value) => {
        const { options } = read(new URLSearchParams({ [name]: value }).toString());
        expect(read(writeOptions(options))).toEqual({ options, ignored: [] });
      }),
    );
  });

  it('keeps parameters that belong to others', () => {
    expect(read('utm=1&__proto__=2&constructor=3')).toEqual({ options: DEFAULT_OPTIONS, ignored: [] });
  });
});
