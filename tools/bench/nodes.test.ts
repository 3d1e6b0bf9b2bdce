import { expect, it } from 'vitest';
import { type Measured, reportText } from './nodes';

const measured: Measured = {
  ...{ servers: 2, branches: 300, screens: 1_000, changes: 1_000, missed: 2, memoryMb: [250, 270] },
  acknowledgement: { p50: 3, p99: 5 },
  screen: { p50: 7, p99: 9.25 },
  generatorLate: { p50: 0, p99: 0 },
};

/** The cells of each row of these servers. */
function rowsOf(text: string, servers: string): string[][] {
  const rows = text.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  return rows.flatMap((cells) => (cells[1] === servers ? [cells.slice(2, -1)] : []));
}

const textOf = (of: Measured) => reportText({ isQuick: false, loadBefore: 0.25, measured: [of] });

it('has a row for each kind of servers', () => {
  expect(rowsOf(textOf(measured), 'PostgreSQL, 2 nodes')).toEqual([
    ['300', '1000', '3.0 ms', '5.0 ms', '7.0 ms', '9.3 ms', '2', '0.0 ms', '260 MB (250–270)'],
  ]);
});

it('does not accept a missed change', () => {
  const row = (missed: number) => rowsOf(textOf({ ...measured, missed }), 'every change on every screen');
  expect(row(2)).toEqual([['2 of 1000 missed', 'NOT met']]);
  expect(row(0)).toEqual([['0 of 1000 missed', 'met']]);
});
