import type { ActionEffects } from '../../domain/ticket-action';
import { lastKey, lockSequence, nextOfSequence, SEQUENCE_OF, SET_SEQUENCE } from '../sql/copy-statements';
import type { CopySource, SourceValue } from '../storage/copy-source';
import type { CopyTarget } from '../storage/copy-target';
import type { TableName } from './copied-tables';
import type { Changes } from './rows';

/** What is added to the keys of a table's rows in the target, whose other restaurants have the same numbers. */
export type KeyOffsets = Readonly<Record<'Order' | 'ScreenNote' | 'Screen' | OwnIds, number>>;
type OwnIds = 'SubscriptionSecret' | 'Setting' | 'AuditEntry';

/**
 * Reserves keys of the target for all rows of the source, with settings up to the id `lastSetting`. In an empty target
 * they are the same. In transactions of its own, because nodes of the target wait for the sequences meanwhile; a copy that
 * fails leaves the keys unused.
 */
export async function reserveKeys(source: CopySource, target: CopyTarget, lastSetting: number): Promise<KeyOffsets> {
  const offset = (table: TableName, column = 'id', last = Number(source.value(lastKey(table, column)))) =>
    target.transaction(async () => {
      if (last === 0) return 0;
      const [named] = await target.query<{ sequence: string }>(SEQUENCE_OF, [`"${table}"`, column]);
      const sequence = named?.sequence ?? '';
      await target.query(lockSequence(sequence));
      const [given] = await target.query<{ next: number }>(nextOfSequence(sequence));
      const [used] = await target.query<{ last: number }>(lastKey(table, column));
      const before = Math.max((given?.next ?? 1) - 1, used?.last ?? 0);
      await target.query(SET_SEQUENCE, [sequence, before + last]);
      return before;
    });
  return {
    Order: await offset('Order', 'key'),
    ScreenNote: await offset('ScreenNote', 'key'),
    Screen: await offset('Screen'),
    SubscriptionSecret: await offset('SubscriptionSecret'),
    Setting: await offset('Setting', 'id', lastSetting),
    AuditEntry: await offset('AuditEntry'),
  };
}

/** What becomes of the keys in the rows of each table. */
export function keyChanges(offsets: KeyOffsets): Partial<Record<TableName, Changes>> {
  const plus = (table: keyof KeyOffsets) => (key: SourceValue) => Number(key) + offsets[table];
  const orderKey = { orderKey: plus('Order') };
  const actions: Changes = offsets.Screen === 0 ? {} : { screenId: plus('Screen'), noted: withScreens(plus('Screen')) };
  return {
    Order: { key: plus('Order') },
    CourseEvent: orderKey,
    CourseTicket: { ...orderKey, ...actions },
    ScreenNote: { ...orderKey, key: plus('ScreenNote'), ...actions },
    Delivery: orderKey,
    Screen: { id: plus('Screen') },
    SubscriptionSecret: { id: plus('SubscriptionSecret') },
    Setting: { id: plus('Setting') },
    AuditEntry: { id: plus('AuditEntry') },
  };
}

const BY = ['claim', 'collected', 'stillHere', 'confirmed'] as const;

/** Changes the ids of screens in the actions on a ticket. */
function withScreens(screen: (id: number) => number): (actions: SourceValue) => string {
  return (actions) => {
    const effects = JSON.parse(String(actions)) as Partial<ActionEffects>;
    for (const member of BY) {
      const action = effects[member];
      if (action) effects[member] = { ...action, by: { ...action.by, id: screen(action.by.id) } };
    }
    if (effects.hiddenOn) effects.hiddenOn = effects.hiddenOn.map(screen);
    return JSON.stringify(effects);
  };
}
