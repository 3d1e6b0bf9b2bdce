/** Heatlamp cannot run on a data folder. The message says what is wrong, why, and what to do. */
export class CannotStart extends Error {}

/** The code of a system error, such as EACCES; else its text. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
