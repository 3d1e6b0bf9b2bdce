import {
  createUrlOptions,
  type MinutesOrOff,
  minutesOrOff,
  oneOf,
  SCREEN_DEFAULTS,
  SCREEN_READERS,
  type ScreenOptions,
} from '../screen/screen-options';
import { type TableList, tableList } from '../screen/table-list';

export const SHOWN = ['mine', 'all'] as const;
export type Shown = (typeof SHOWN)[number];

export type ReadyOptions = ScreenOptions & {
  /** Tables of the waiter who carries this screen. */
  mine: TableList;
  /** Null shows mine as soon as tables are chosen. */
  show: Shown | null;
  /** Minutes after which an unclaimed ready course is escalated to everybody. */
  escalate: MinutesOrOff;
  /** Minutes after a serve until the check-back. */
  checkback: MinutesOrOff;
};

export const READY_OPTIONS = createUrlOptions<ReadyOptions>({
  defaults: { ...SCREEN_DEFAULTS, theme: 'light', mine: [], show: null, escalate: 3, checkback: 'off' },
  readers: {
    mine: tableList,
    show: oneOf(SHOWN),
    escalate: minutesOrOff(0.1, 60),
    // A served course leaves the board after half an hour.
    checkback: minutesOrOff(0.1, 20),
    ...SCREEN_READERS,
  },
});

/** The tab to show; by default all, until tables are chosen. */
export function shownOf({ show, mine }: Pick<ReadyOptions, 'show' | 'mine'>): Shown {
  return show ?? (mine.length > 0 ? 'mine' : 'all');
}

/** Minutes to ms; null for off. */
export function msOf(minutes: MinutesOrOff): number | null {
  return minutes === 'off' ? null : minutes * 60_000;
}

/** Ids of the tabs and of what they show. */
export const PANEL = 'ready-panel';
export const tabId = (shown: Shown) => `ready-tab-${shown}`;
