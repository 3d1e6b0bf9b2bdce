import type { FactType } from '../../domain/fact';

/** The kitchen's events, and the fact that each tells. */
export const KITCHEN_EVENTS: Readonly<Record<string, FactType>> = {
  kitchenStartCourse: 'CourseStarted',
  kitchenCompleteCourse: 'CourseCompleted',
  kitchenServeCourse: 'CourseServed',
};

export const TILL_EVENTS: ReadonlySet<string> = new Set(['selectRelation', 'scanCode']);

/** The fact that an event tells; null for an event that is not the kitchen's. */
export function factTypeOf(event: string): FactType | null {
  return Object.hasOwn(KITCHEN_EVENTS, event) ? (KITCHEN_EVENTS[event] ?? null) : null;
}

export const KNOWN_EVENTS: readonly string[] = [...Object.keys(KITCHEN_EVENTS), ...TILL_EVENTS];

export function isKnownEvent(event: string): boolean {
  return KNOWN_EVENTS.includes(event);
}
