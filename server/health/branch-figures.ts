import { posSkew } from '../../domain/pos-offset';
import type { Figure, MetricsSource, Sample } from './figure';
import { glassAges, screensByView } from './screen-figures';

/** Whether each branch's POS talks, and what its screens show. */
export const BRANCH_FIGURES: readonly Figure[] = [
  {
    name: 'heatlamp_last_delivery_timestamp_seconds',
    help: 'When a delivery last came for a branch, by our clock.',
    is: 'gauge',
    labels: ['branch'],
    read: ({ source }) => byBranch(source, ({ row }) => row.lastDeliveryAt),
  },
  {
    name: 'heatlamp_pos_clock_behind_seconds',
    help: "How far the POS's clock is behind ours, negative when it is ahead; absent while there are too few deliveries to know.",
    is: 'gauge',
    labels: ['branch'],
    read: ({ source }) => byBranch(source, ({ leastByMinute }) => posSkew(leastByMinute)),
  },
  {
    name: 'heatlamp_screens_paired',
    help: 'Screens that may look at a branch, by view; one of several branches counts in each.',
    is: 'gauge',
    labels: ['branch', 'view'],
    read: ({ source }) => screensByView(source, 'paired'),
  },
  {
    name: 'heatlamp_screens_live',
    help: 'Of those, the ones that are connected and show the branch.',
    is: 'gauge',
    labels: ['branch', 'view'],
    read: ({ source }) => screensByView(source, 'live'),
  },
  {
    name: 'heatlamp_glass_data_age_seconds',
    help: 'How old at most the data is that connected screens show: the worst of a branch and view. They say so every 10 s while they draw.',
    is: 'gauge',
    labels: ['branch', 'view'],
    read: ({ source }) => glassAges(source),
  },
];

type BranchOfBoard = ReturnType<MetricsSource['boards']['branches']>[number];

/** Of each branch an instant or a length in ms, as seconds; where it is not known, nothing. */
function byBranch(source: MetricsSource, ms: (branch: BranchOfBoard) => number | null): Sample[] {
  return source.boards.branches().flatMap((branch) => {
    const value = ms(branch);
    return value === null ? [] : [{ labels: { branch: branch.row.number }, value: value / 1_000 }];
  });
}
