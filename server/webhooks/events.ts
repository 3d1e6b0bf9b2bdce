import { isKitchenEvent, KITCHEN_EVENTS, type KitchenEvent } from '../../contract/constants';
import { type FactType, STEP } from '../../domain/fact';

/** The type of fact that each event of the kitchen reports. */
export const FACT_TYPES: Readonly<Record<KitchenEvent, FactType>> = {
  kitchenStartCourse: 'CourseStarted',
  kitchenCompleteCourse: 'CourseCompleted',
  kitchenServeCourse: 'CourseServed',
};

/** The events of the till, which are ignored. */
export const TILL_EVENTS: ReadonlySet<string> = new Set(['selectRelation', 'scanCode']);

/** The type of fact that an event reports; null if it is not a kitchen event. */
export function factTypeOf(event: string): FactType | null {
  return isKitchenEvent(event) ? FACT_TYPES[event] : null;
}

/** The event that reports a step (`STEP`); undefined for an unknown one. */
export function eventOfStep(step: number): KitchenEvent | undefined {
  return KITCHEN_EVENTS.find((event) => STEP[FACT_TYPES[event]] === step);
}

export const KNOWN_EVENTS: readonly string[] = [...KITCHEN_EVENTS, ...TILL_EVENTS];

export function isKnownEvent(event: string): boolean {
  return KNOWN_EVENTS.includes(event);
}
