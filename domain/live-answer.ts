import type { BoardGap, InstantText } from './live-contract';
import type { LiveStrip } from './live-strip';
import type { PreparationUnit } from './preparation-unit';

/** A screen of a branch, as its manager wonders about it. */
export type LiveScreen = {
  id: number;
  name: string;
  view: string;
  /** Shows this branch now. */
  isConnected: boolean;
  /** Server time; null where it never came. */
  lastSeenAt: InstantText | null;
};

/** A branch as GET /api/v1/live tells it. */
export type LiveBranch = LiveStrip & {
  branch: { number: number; name: string | null; timeZone: string };
  /** The unit of the POS's times; null while it is not known: then nothing has an expected time. */
  unit: PreparationUnit | null;
  /** Server time. */
  lastDeliveryAt: InstantText | null;
  /** How far the POS's clock is behind ours, in milliseconds. */
  posOffsetMs: number;
  /** Stretches of the last hour in which events may be missing. */
  gaps: BoardGap[];
  screens: LiveScreen[];
};

/** What GET /api/v1/live answers. */
export type Live = { serverTime: InstantText; branches: LiveBranch[] };
