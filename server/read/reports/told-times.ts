import { inSeconds } from '../../../domain/preparation-unit';
import type { ValuesOf } from './measures';

/** What the POS told of each course, in seconds; NaN where that is not known. */
export function toldSeconds(column: 'expectedRaw' | 'posRaw'): ValuesOf {
  return ({ branch, columns, rows }) => {
    const raw = columns.columns[column];
    const secondsEach = inSeconds(1, branch.reading.unit) ?? Number.NaN;
    const told = new Float64Array(rows.length);
    for (let index = 0; index < rows.length; index += 1) {
      const value = raw[rows[index] as number] as number;
      told[index] = value > 0 ? value * secondsEach : Number.NaN;
    }
    return told;
  };
}
