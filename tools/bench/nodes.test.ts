import { expect, it } from 'vitest';
import { reportText } from './nodes';
import { FULL, kilobytesOfScreen, loadFigures, type Measured } from './nodes-figures';

const measured: Measured = {
  servers: 2,
  branches: 300,
  screens: 1_000,
  ...loadFigures({ latenciesMs: [1, 3, 5], lateMs: [0, 0, 0] }, { p50: 7, p99: 9.25, seen: 998, missed: 2 }),
  startMs: [1_500, 2_500],
  memoryMb: { idle: [200, 210], withScreens: [220, 230], atEnd: [250, 270] },
  shares: { nodes: 0.8, postgresql: 0.5, generator: 0.03, screens: 0.1 },
};

const report = { isQuick: false, seed: 7, scale: FULL.scale, loadBefore: 0.25 };

/** The cells of each row of these servers. */
function rowsOf(text: string, servers: string): string[][] {
  const rows = text.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  return rows.flatMap((cells) => (cells[1] === servers ? [cells.slice(2, -1)] : []));
}

it('has a row of times and one of memory and processor for each kind of servers', () => {
  const text = reportText({ ...report, measured: [measured] });
  expect(rowsOf(text, 'PostgreSQL, 2 nodes')).toEqual([
    ['300', '1000', '3.0 ms', '5.0 ms', '7.0 ms', '9.3 ms', '2', '0.0 ms'],
    [
      ...['300', '1000', '2.0 s (1.5–2.5)', '205 MB (200–210)', '225 MB (220–230)', '260 MB (250–270)'],
      ...['41 kB', '80 %', '50 %', '3 %', '10 %'],
    ],
  ]);
});

it('does not accept a missed change', () => {
  const textWith = (missed: number) => reportText({ ...report, measured: [{ ...measured, missed }] });
  expect(rowsOf(textWith(2), 'every change on every screen')).toEqual([['2 of 1000 missed', 'NOT met']]);
  expect(rowsOf(textWith(0), 'every change on every screen')).toEqual([['0 of 1000 missed', 'met']]);
});

it('counts the memory of a screen over all nodes', () => {
  expect(kilobytesOfScreen({ ...measured, screens: 40 })).toBe(1_024);
});
