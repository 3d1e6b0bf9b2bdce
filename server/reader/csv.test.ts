import { expect, it } from 'vitest';
import { parseCsv } from '../../lib/parse-csv';
import { csvText } from './csv';

const text = (cell: string | number) => Buffer.from(csvText([['before', cell, 'after']])).toString();

it.each(['two\nlines', 'two\rlines', 'two\r\nlines', 'ends\n', 'comma, and "quote"'])(
  'keeps a cell with line ends in one row: %j',
  (cell) => {
    expect(parseCsv(text(cell))).toEqual([['before', cell, 'after']]);
    expect(text(cell)).toBe(`before,"${cell.replaceAll('"', '""')}",after\r\n`);
  },
);

it.each(['=1+1', '+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠1'])(
  'begins a cell that spreadsheets take for a formula with an apostrophe: %j',
  (cell) => expect(parseCsv(text(cell))[0]?.[1]).toMatch(/^'/),
);

it.each([';', '\t', '\n', '\r'])('does the same where a spreadsheet begins another cell at %j', (separator) => {
  const cell = `Smith${separator}=cmd|'/C calc'!A0${separator}Jones`;
  for (const part of text(cell).split(separator)) expect(part).not.toMatch(/^"?[=+\-@]/);
  expect(parseCsv(text(cell))[0]?.[1]).toBe(`Smith${separator}'=cmd|'/C calc'!A0${separator}Jones`);
});

it.each([';', '\t', '\n', '\r'])('does the same where a cell begins with %j', (separator) => {
  for (const part of text(`${separator}=cmd|'/C calc'!A0;x`).split(separator)) expect(part).not.toMatch(/^"?[=+\-@]/);
});

it('does the same behind quotes, which such a spreadsheet takes for an empty text before the formula', () => {
  const written = text('Smith;"=1+1;""+1;"Jones"');
  expect(written).not.toMatch(/;"+[=+]/);
  expect(parseCsv(written)[0]?.[1]).toBe('Smith;\'"=1+1;\'""+1;"Jones"');
});

it.each([-1, 0.5, 'Smith; Jones', "O'Brien", 'a=b', 'J. Smith-Jones', '2 + 2', 'Smith; -1'])('keeps %j', (cell) =>
  expect(parseCsv(text(cell))[0]?.[1]).toBe(String(cell)),
);
