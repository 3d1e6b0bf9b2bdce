import { isDiskFull } from './storage/failure';

/** Heatlamp cannot run on a data folder. The message says what is wrong, why, and what to do. */
export class CannotStart extends Error {}

/** Says that the disk of the data folder is full if that is why, and else `otherwise`. */
export function cannotUse(dataDir: string, error: unknown, otherwise: string): CannotStart {
  return new CannotStart(isDiskFull(error) ? `the disk of ${dataDir} is full: free some space` : otherwise);
}

/** The code of a system error, such as EACCES; else its text. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
