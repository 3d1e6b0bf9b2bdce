import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRows, parseCsv } from './parse-csv';

function written(records: readonly string[][], lineEnd: string): string {
  const field = (text: string) => (/[",\r\n]/.test(text) || text === '' ? `"${text.replaceAll('"', '""')}"` : text);
  return records.map((record) => record.map(field).join(',') + lineEnd).join('');
}

describe('parseCsv', () => {
  it('reads quoted fields with commas, doubled quotes and line ends', () => {
    expect(parseCsv('a,"b ""c"", d",\r\n"x\ny",,"\r\n"\r\n')).toEqual([
      ['a', 'b "c", d', ''],
      ['x\ny', '', '\r\n'],
    ]);
  });

  it.each([
    ['', []],
    ['a', [['a']]],
    ['a\nb', [['a'], ['b']]],
    ['a,\n', [['a', '']]],
    [',', [['', '']]],
    ['\ufeffa,b\r\n', [['a', 'b']]],
    ['a "b" c', [['a "b" c']]],
  ])('reads %j', (text, records) => {
    expect(parseCsv(text)).toEqual(records);
  });

  it.each(['"a', 'x,"a""', '"a"b,c'])('refuses %j', (text) => {
    expect(() => parseCsv(text)).toThrow('quoted field');
  });

  it('reads back whatever was written', () => {
    const record = fc.array(fc.string({ unit: fc.constantFrom('a', '"', ',', '\r', '\n', 'é', "'") }), {
      minLength: 1,
    });
    const property = fc.property(fc.array(record), fc.constantFrom('\n', '\r\n'), (records, lineEnd) => {
      expect(parseCsv(written(records, lineEnd))).toEqual(records);
    });
    fc.assert(property);
  });
});

describe('csvRows', () => {
  it('reads each record by the columns of the first one', () => {
    expect(csvRows('a,b\n1,2\n3,\n')).toEqual([
      { a: '1', b: '2' },
      { a: '3', b: '' },
    ]);
    expect(csvRows('')).toEqual([]);
  });

  it('refuses a record that has not one field for each column', () => {
    expect(() => csvRows('a,b\n1\n')).toThrow('a record has 1 fields, not 2');
  });
});
