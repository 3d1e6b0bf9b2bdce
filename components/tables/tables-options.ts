import { createUrlOptions, oneOf, SCREEN_DEFAULTS, SCREEN_READERS, type ScreenOptions } from '../screen/screen-options';
import { type TableList, tableList } from '../screen/table-list';

export const SORTS = ['table', 'food', 'status'] as const;
export const SHOWN = ['all', 'taken'] as const;

export type TablesOptions = ScreenOptions & {
  /** By number, longest without food first, or most urgent first. */
  sort: (typeof SORTS)[number];
  show: (typeof SHOWN)[number];
  /** Empty for all. */
  tables: TableList;
  /** Tables to mark: those of the user of this screen. */
  mine: TableList;
};

export const TABLES_OPTIONS = createUrlOptions<TablesOptions>({
  defaults: { ...SCREEN_DEFAULTS, theme: 'light', sort: 'table', show: 'all', tables: [], mine: [] },
  readers: { sort: oneOf(SORTS), show: oneOf(SHOWN), tables: tableList, mine: tableList, ...SCREEN_READERS },
});
