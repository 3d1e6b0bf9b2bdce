import type { FactType } from '../../domain/fact';

/** The kitchen events of the POS, and the type of fact that each reports. */
export const KITCHEN_EVENTS: Readonly<Record<string, FactType>> = {
  kitchenStartCourse: 'CourseStarted',
  kitchenCompleteCourse: 'CourseCompleted',
  kitchenServeCourse: 'CourseServed',
};

/** The events of the till, which are ignored. */
export const TILL_EVENTS: ReadonlySet<string> = new Set(['selectRelation', 'scanCode']);

/** The type of fact that an event reports; null if it is not a kitchen event. */
export function factTypeOf(event: string): FactType | null {
  return Object.hasOwn(KITCHEN_EVENTS, event) ? (KITCHEN_EVENTS[event] ?? null) : null;
}

export const KNOWN_EVENTS: readonly string[] = [...Object.keys(KITCHEN_EVENTS), ...TILL_EVENTS];

export function isKnownEvent(event: string): boolean {
  return KNOWN_EVENTS.includes(event);
}
