import { inSeconds } from '../../../domain/preparation-unit';
import type { BranchSelection } from './selection';

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
