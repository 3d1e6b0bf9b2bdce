import type { ParsedCourse } from '../../contract/deliveries';
import { toIso } from '../../domain/fact';
import { eventOfStep, FACT_TYPES } from '../webhooks/events';
import { readFactAgain } from '../webhooks/translate';
import type { ParseCourse } from './list-deliveries';

/** Parses the course in a stored body, for the step as which it was stored; null if it cannot be parsed. */
export const parseCourse: ParseCourse = ({ body, bodySha256, step }): ParsedCourse | null => {
  const event = eventOfStep(step);
  const fact = event ? readFactAgain(body, bodySha256, FACT_TYPES[event]) : null;
  if (!event || !fact) return null;
  const { kind, number, ticketNumber } = fact.order;
  const { course, table } = fact;
  const isNamed = table !== null && table.number !== null;
  return {
    event,
    at: toIso(fact.at),
    order: { kind, number, ticketNumber },
    table: isNamed
      ? { number: table.number, subNumber: table.subNumber, name: table.name, guests: table.guests }
      : null,
    course: { number: course.number, name: course.name, abbreviation: course.abbreviation },
  };
};
