/** The courses that a filter selects: those of a number, or those with an abbreviation, in any case. */
export type CourseChoice = { number: number } | { abbreviation: string };

/**
 * F17: reads `course`. A number is that of a course even if another one has it as its abbreviation, because the links of
 * a report name their course by number.
 */
export function courseChoice(text: string): CourseChoice {
  const number = /^-?\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  const isInt32 = (number | 0) === number;
  return isInt32 ? { number } : { abbreviation: text };
}
