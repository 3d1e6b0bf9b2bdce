import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readInstant } from './shapes';

const two = (number: number) => String(number).padStart(2, '0');

/** Parts of valid and nearly valid dates: the 31st of a month with 30 days, second 60. */
const anyParts = fc.record({
  year: fc.integer({ min: 1971, max: 2100 }),
  month: fc.integer({ min: 0, max: 13 }),
  day: fc.integer({ min: 0, max: 32 }),
  hour: fc.integer({ min: 0, max: 23 }),
  minute: fc.integer({ min: 0, max: 60 }),
  second: fc.integer({ min: 0, max: 60 }),
  milliseconds: fc.integer({ min: 0, max: 999 }),
  eastOfUtc: fc.integer({ min: -14 * 60, max: 14 * 60 }),
});

it('is the same instant in every form, and none if its day or time does not exist', () => {
  fc.assert(
    fc.property(anyParts, ({ year, month, day, hour, minute, second, milliseconds, eastOfUtc }) => {
      const offset = `${two(Math.floor(Math.abs(eastOfUtc) / 60))}:${two(Math.abs(eastOfUtc) % 60)}`;
      const zone = `${eastOfUtc < 0 ? '-' : '+'}${offset}`;
      const time = `${two(hour)}:${two(minute)}:${two(second)}`;
      const thousandths = String(milliseconds).padStart(3, '0');
      const date = `${year}-${two(month)}-${two(day)}`;
      const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
      const exists = month >= 1 && month <= 12 && day >= 1 && day <= lastDay && minute < 60 && second < 60;
      const local = Date.UTC(year, month - 1, day, hour, minute, second, milliseconds);
      const forms = [
        `${date}T${time}.${thousandths}${zone}`,
        ` ${date} ${time},${thousandths}999${zone.replace(':', '')}`,
      ];
      const expected = exists ? local - eastOfUtc * 60_000 : undefined;
      expect(forms.map(readInstant)).toEqual([expected, expected]);
    }),
    { numRuns: 2_000 },
  );
});
