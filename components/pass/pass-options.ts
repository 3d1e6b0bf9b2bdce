import { ORDER_KINDS, type OrderKind } from '../../contract/constants';
import {
  createUrlOptions,
  number,
  oneOf,
  type Reader,
  SCREEN_DEFAULTS,
  SCREEN_READERS,
  type ScreenOptions,
} from '../screen/screen-options';
import { type TableList, tableList } from '../screen/table-list';

export const SORTS = ['ready', 'table', 'oldest'] as const;

/** Every option of a pass. */
export type PassOptions = ScreenOptions & {
  sort: (typeof SORTS)[number];
  kind: OrderKind | null;
  /** Empty for all tables. */
  tables: TableList;
  /** 0 for as many as fit. */
  columns: number;
  /** Diagonal in inches of a fixed screen; null decides by the screen's size whether it is fixed or handheld. */
  diagonal: number | null;
  /** Reading distance of a fixed screen, in metres. */
  distance: number;
};

export const PASS_OPTIONS = createUrlOptions<PassOptions>({
  defaults: {
    ...SCREEN_DEFAULTS,
    sort: 'ready',
    kind: null,
    tables: [],
    columns: 0,
    diagonal: null,
    distance: 1.75,
  },
  readers: {
    sort: oneOf(SORTS),
    kind: oneOf(ORDER_KINDS) as Reader<PassOptions['kind']>,
    tables: tableList,
    columns: number(0, 6, true),
    diagonal: number(5, 120) as Reader<PassOptions['diagonal']>,
    distance: number(0.3, 10),
    ...SCREEN_READERS,
  },
});
