/** Figures over more courses than fit in the memory for them. */
export class TooManyCourses extends Error {
  /** @param most the number of courses that fit */
  constructor(readonly most: number) {
    super(`the figures would be of more than ${most} courses: choose a shorter period, or fewer branches`);
  }
}
