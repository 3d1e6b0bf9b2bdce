import { ORDER_KINDS, type OrderKind } from '../../contract/constants';
import {
  createUrlOptions,
  list,
  number,
  oneOf,
  type Reader,
  SCREEN_DEFAULTS,
  SCREEN_READERS,
  type ScreenOptions,
} from '../screen/screen-options';
import { type TableList, tableList } from '../screen/table-list';

/**
 * `whole` keeps the courses of a table together, `ready` is for a wall at the pass, `food` is longest without food first,
 * `first` is longest since the first course first (docs/screens.md).
 */
export const SORTS = ['late', 'whole', 'ready', 'oldest', 'table', 'course', 'food', 'first'] as const;
export const CLOCKS = ['target', 'food', 'first'] as const;
export const LAYOUTS = ['grid', 'lanes'] as const;
export const DENSITIES = ['roomy', 'dense'] as const;
/** Key bindings of a wall: a keyboard, or one of two kinds of bump bar (control/key-table.ts). */
export const KEY_PRESETS = ['keyboard', 'bump', 'direct'] as const;

/** Every option of a wall. */
export type WallOptions = ScreenOptions & {
  /** Abbreviations or numbers of courses; empty for all. */
  courses: string[];
  /** Null for both. */
  kind: OrderKind | null;
  /** Empty for all tables. */
  tables: TableList;
  sort: (typeof SORTS)[number];
  /** Clock at the foot of a card: the target, the time without food, or the time since the first course. */
  clock: (typeof CLOCKS)[number];
  layout: (typeof LAYOUTS)[number];
  /** Number of columns; 0 for as many as fit. */
  columns: number;
  density: (typeof DENSITIES)[number];
  /** Diagonal of the screen in inches. */
  diagonal: number;
  /** Distance of the reader in metres; null for the usual one of the diagonal. */
  distance: number | null;
  /** Seconds per page; 0 never turns. */
  autoPage: number;
  keys: (typeof KEY_PRESETS)[number];
};

export const WALL_OPTIONS = createUrlOptions<WallOptions>({
  defaults: {
    ...SCREEN_DEFAULTS,
    courses: [],
    kind: null,
    tables: [],
    sort: 'late',
    clock: 'target',
    layout: 'grid',
    columns: 0,
    density: 'roomy',
    diagonal: 32,
    distance: null,
    autoPage: 0,
    keys: 'keyboard',
  },
  readers: {
    courses: list,
    kind: oneOf(ORDER_KINDS) as Reader<WallOptions['kind']>,
    tables: tableList,
    sort: oneOf(SORTS),
    clock: oneOf(CLOCKS),
    layout: oneOf(LAYOUTS),
    columns: number(0, 10, true),
    density: oneOf(DENSITIES),
    ...SCREEN_READERS,
    diagonal: number(5, 120),
    distance: number(0.3, 10) as Reader<WallOptions['distance']>,
    autoPage: number(0, 600, true),
    keys: oneOf(KEY_PRESETS),
  },
});
