import { inSeconds } from '../../domain/preparation-unit';
import type { BranchSelection } from './selection';

/** The measured preparation minus the POS's own duration, or the reverse, in ms; NaN if either is unknown. */
export function posDifferenceMs(column: 'expectedRaw' | 'posRaw', minus: 'pos' | 'measured') {
  return ({ branch, columns, rows }: BranchSelection, values: Float64Array): void => {
    const raw = columns.columns[column];
    const { preparation } = columns.columns;
    const secondsEach = inSeconds(1, branch.reading.unit) ?? Number.NaN;
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index] as number;
      const duration = raw[row] as number;
      const posMs = duration > 0 ? duration * secondsEach * 1000 : Number.NaN;
      const measuredMs = preparation[row] as number;
      values[index] = minus === 'pos' ? measuredMs - posMs : posMs - measuredMs;
    }
  };
}

/** The POS's duration of each course, in seconds; NaN if it is unknown. */
export function posDurationSeconds(column: 'expectedRaw' | 'posRaw') {
  return ({ branch, columns, rows }: BranchSelection, values: Float64Array): void => {
    const raw = columns.columns[column];
    const secondsEach = inSeconds(1, branch.reading.unit) ?? Number.NaN;
    for (let index = 0; index < rows.length; index += 1) {
      const duration = raw[rows[index] as number] as number;
      values[index] = duration > 0 ? duration * secondsEach : Number.NaN;
    }
  };
}
