import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ORDER_KINDS } from '../../contract/constants';
import { tableList } from '../screen/table-list';
import { PASS_OPTIONS, SORTS } from './pass-options';

const read = (query: string) => PASS_OPTIONS.read(new URLSearchParams(query));

const choices = fc.record({
  sort: fc.constantFrom(...SORTS),
  kind: fc.constantFrom(null, ...ORDER_KINDS),
  tables: fc.array(fc.bigInt({ min: 0n, max: 10n ** 20n })).map((numbers) => tableList(numbers.join()) ?? []),
  columns: fc.integer({ min: 0, max: 6 }),
  diagonal: fc.option(fc.double({ min: 5, max: 120, noNaN: true })),
  distance: fc.double({ min: 0.3, max: 10, noNaN: true }),
});

it('options survive writing and reading', () => {
  fc.assert(
    fc.property(choices, (chosen) => {
      const options = { ...PASS_OPTIONS.defaults, ...chosen };
      expect(read(PASS_OPTIONS.write(options))).toEqual({ options, ignored: [] });
    }),
  );
});

it('default options are not written', () => {
  expect(PASS_OPTIONS.write(PASS_OPTIONS.defaults)).toBe('');
});

it.each([
  'sort=late',
  'kind=all',
  'tables=terrace',
  'columns=7',
  'columns=1.5',
  'diagonal=0',
  'diagonal=',
  'distance=far',
])('%s is nonsense, and named', (query) => {
  expect(read(query)).toEqual({ options: PASS_OPTIONS.defaults, ignored: [query.split('=')[0]] });
});
