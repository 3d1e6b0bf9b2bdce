import type { PresumedReason } from '../../contract/live';
import type { Look } from './play';
import type { Evening } from './variations';
import { courseName } from './waiting';

/** A course that was presumed served at some minute. */
export type PresumedCourse = {
  name: string;
  reason: PresumedReason;
  /**
   * `forgotten`: nobody pressed. `late`: the press was on its way, and its food was on the table by then. `wrong`: it
   * was served after that.
   */
  truth: 'forgotten' | 'late' | 'wrong';
};

/** Records presumed serves, and compares them with the truth at the end. */
export function watchPresumed() {
  const seen = new Map<string, { at: number; reason: PresumedReason }>();
  return {
    look({ board }: Look): void {
      for (const ticket of board.tickets) {
        const { presumedServed } = ticket;
        if (!presumedServed || seen.has(courseName(ticket))) continue;
        seen.set(courseName(ticket), { at: Date.parse(presumedServed.at), reason: presumedServed.reason });
      }
    },
    found({ courses, unpressed }: Evening): PresumedCourse[] {
      const pressedAt = new Map(
        courses
          .filter((course) => !unpressed.has(course))
          .map(({ orderId, courseNumber, round, servedAt }) => [
            `${orderId}/${courseNumber}/${round}`,
            Date.parse(servedAt ?? ''),
          ]),
      );
      return [...seen].map(([name, { at, reason }]) => {
        const pressed = pressedAt.get(name);
        const truth = pressed === undefined ? 'forgotten' : pressed <= at ? 'late' : 'wrong';
        return { name, reason, truth };
      });
    },
  };
}
