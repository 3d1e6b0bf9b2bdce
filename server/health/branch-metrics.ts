import { posSkew } from '../../domain/pos-offset';
import type { MetricDefinition, MetricsSource, Sample } from './metric';
import { screensByView, shownDataAges } from './screen-metrics';

/** Metrics of the POS and the screens of each branch. */
export const BRANCH_METRICS: readonly MetricDefinition[] = [
  {
    name: 'heatlamp_last_delivery_timestamp_seconds',
    help: 'Time of the last delivery of a branch, by the clock of the server.',
    is: 'gauge',
    labels: ['branch'],
    read: ({ source }) => byBranch(source, ({ row }) => row.lastDeliveryAt),
  },
  {
    name: 'heatlamp_pos_clock_behind_seconds',
    help: 'How far the clock of the POS is behind the server, negative if it is ahead; absent until there are enough deliveries.',
    is: 'gauge',
    labels: ['branch'],
    read: ({ source }) => byBranch(source, ({ leastByMinute, earlyReceipts }) => posSkew(leastByMinute, earlyReceipts)),
  },
  {
    name: 'heatlamp_screens_paired',
    help: 'Screens that may show a branch, by view; a screen of several branches counts in each.',
    is: 'gauge',
    labels: ['branch', 'view'],
    read: ({ source }) => screensByView(source, 'paired'),
  },
  {
    name: 'heatlamp_screens_live',
    help: 'Screens that are connected and show the branch, by view.',
    is: 'gauge',
    labels: ['branch', 'view'],
    read: ({ source }) => screensByView(source, 'live'),
  },
  {
    name: 'heatlamp_screen_data_age_seconds',
    help: 'Age of the oldest data that connected screens of a branch and view show, as they report every 10 s.',
    is: 'gauge',
    labels: ['branch', 'view'],
    read: ({ source }) => shownDataAges(source),
  },
];

type BranchOfBoard = ReturnType<MetricsSource['boards']['taken']>[number];

/** A sample in seconds for each branch whose value in ms is known. */
function byBranch(source: MetricsSource, ms: (branch: BranchOfBoard) => number | null): Sample[] {
  return source.boards.taken().flatMap((branch) => {
    const value = ms(branch);
    return value === null ? [] : [{ labels: { branch: branch.row.number }, value: value / 1_000 }];
  });
}
