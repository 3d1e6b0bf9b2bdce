import { inSeconds } from '../../../domain/preparation-unit';
import type { BranchSelection } from './selection';

/** What we measured less what the POS told, or the other way round, in ms; NaN where either is not known. */
export function besideTold(column: 'expectedRaw' | 'posRaw', less: 'told' | 'measured') {
  return ({ branch, columns, rows }: BranchSelection, values: Float64Array): void => {
    const raw = columns.columns[column];
    const { preparation } = columns.columns;
    const secondsEach = inSeconds(1, branch.reading.unit) ?? Number.NaN;
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index] as number;
      const told = raw[row] as number;
      const toldMs = told > 0 ? told * secondsEach * 1000 : Number.NaN;
      const measuredMs = preparation[row] as number;
      values[index] = less === 'told' ? measuredMs - toldMs : toldMs - measuredMs;
    }
  };
}

/** What the POS told of each course, in seconds; NaN where that is not known. */
export function toldSeconds(column: 'expectedRaw' | 'posRaw') {
  return ({ branch, columns, rows }: BranchSelection, values: Float64Array): void => {
    const raw = columns.columns[column];
    const secondsEach = inSeconds(1, branch.reading.unit) ?? Number.NaN;
    for (let index = 0; index < rows.length; index += 1) {
      const told = raw[rows[index] as number] as number;
      values[index] = told > 0 ? told * secondsEach : Number.NaN;
    }
  };
}
