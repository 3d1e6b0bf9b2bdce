import type { PresumedReason } from '../../contract/live';
import type { BoardAtMinute } from './play';
import type { Evening } from './variations';
import { courseName } from './waiting';

/** A course that was presumed served at some minute. */
export type PresumedCourse = {
  name: string;
  reason: PresumedReason;
  /**
   * `forgotten`: never pressed. `late`: pressed before, but received later. `wrong`: served later.
   */
  truth: 'forgotten' | 'late' | 'wrong';
};

/** Records presumed serves, and compares them with the truth at the end. */
export function watchPresumed() {
  const seen = new Map<string, { at: number; reason: PresumedReason }>();
  return {
    record({ board }: BoardAtMinute): void {
      for (const ticket of board.tickets) {
        const { presumedServed } = ticket;
        if (!presumedServed || seen.has(courseName(ticket))) continue;
        seen.set(courseName(ticket), { at: Date.parse(presumedServed.at), reason: presumedServed.reason });
      }
    },
    compare({ courses, unpressed }: Evening): PresumedCourse[] {
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
