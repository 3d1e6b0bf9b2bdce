import type { Target } from '../harness/servers/target';

/** The measures in the order of the table, with their units. */
export const MEASURES = {
  'deliveries at 1 connection': '/s',
  'deliveries at 16 connections': '/s',
  'deliveries at 64 connections': '/s',
  'acknowledgement at 1 connection, p50': 'ms',
  'acknowledgement at 1 connection, p99': 'ms',
  'acknowledgement at 16 connections, p50': 'ms',
  'acknowledgement at 16 connections, p99': 'ms',
  'acknowledgement at 64 connections, p50': 'ms',
  'acknowledgement at 64 connections, p99': 'ms',
  'processor time a delivery at 16 connections': 'ms',
  'processor time a delivery at 64 connections': 'ms',
  'screens at 20/s, p50': 'ms',
  'screens at 20/s, p99': 'ms',
  'screens at 200/s, p50': 'ms',
  'screens at 200/s, p99': 'ms',
  'memory, idle with 50 screens': 'MB',
  'memory, most at 200/s with 50 screens': 'MB',
  'memory, 50 screens after the load': 'MB',
  'memory, most at 64 connections': 'MB',
} as const;

export type Measure = keyof typeof MEASURES;

/** Figures of one server in one round. */
export type Figures = { [Name in Measure]?: number | undefined };

/** One round: every server receives the same bodies in the same order. */
export type Round = Record<Target, Figures>;
