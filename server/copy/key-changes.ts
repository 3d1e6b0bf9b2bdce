import type { ActionEffects } from '../../domain/ticket-action';
import type { SourceValue } from '../storage/copy-source';
import { type CopyState, keepsKeys, keyInTarget } from './copy-state';
import type { Changes } from './rows';

/** What becomes of the keys in the rows of each table that belongs to orders. */
export function keyChanges(state: CopyState): Partial<Record<string, Changes>> {
  const order = keyInTarget(state, 'Order');
  const note = keyInTarget(state, 'ScreenNote');
  const orderKey = { orderKey: (key: unknown) => order(Number(key)) };
  return {
    Order: { key: (key) => order(Number(key)) },
    CourseEvent: orderKey,
    CourseTicket: { ...orderKey, ...actionChanges(state) },
    ScreenNote: { ...orderKey, key: (key) => note(Number(key)), ...actionChanges(state) },
    Delivery: orderKey,
  };
}

/** What becomes of the ids of screens in the actions on tickets. */
function actionChanges(state: CopyState): Changes {
  if (keepsKeys(state, 'Screen')) return {};
  const screen = keyInTarget(state, 'Screen');
  return {
    screenId: (id) => screen(Number(id)),
    noted: (text) => JSON.stringify(withScreens(text, screen)),
  };
}

const BY = ['claim', 'collected', 'stillHere', 'confirmed'] as const;

function withScreens(text: SourceValue, screen: (id: number) => number): Partial<ActionEffects> {
  const effects = JSON.parse(String(text)) as Partial<ActionEffects>;
  for (const member of BY) {
    const action = effects[member];
    if (action) effects[member] = { ...action, by: { ...action.by, id: screen(action.by.id) } };
  }
  if (effects.hiddenOn) effects.hiddenOn = effects.hiddenOn.map(screen);
  return effects;
}
