import { createOptions, type MinutesOrOff, minutesOrOff, oneOf } from '../screen/options';
import { SCREEN_DEFAULTS, SCREEN_READERS, type ScreenOptions } from '../screen/screen-choices';
import { type TableList, tableList } from '../screen/table-list';

export const SHOWN = ['mine', 'all'] as const;
export type Shown = (typeof SHOWN)[number];

export type ReadyOptions = ScreenOptions & {
  /** The tables of whoever carries this screen. */
  mine: TableList;
  /** Null for mine as soon as there are tables of mine. */
  show: Shown | null;
  /** A ready course that nobody has for so many minutes is everybody's. */
  escalate: MinutesOrOff;
  /** So many minutes after a serve somebody looks whether all is well. */
  checkback: MinutesOrOff;
};

export const READY_CHOICES = createOptions<ReadyOptions>({
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

/** What is shown where nobody said so: all, until there are tables of mine. */
export function shownOf({ show, mine }: Pick<ReadyOptions, 'show' | 'mine'>): Shown {
  return show ?? (mine.length > 0 ? 'mine' : 'all');
}

/** Minutes as ms; null for off. */
export function msOf(minutes: MinutesOrOff): number | null {
  return minutes === 'off' ? null : minutes * 60_000;
}
