/** The limits that hold for a course of a branch, resolved from its settings. All durations in milliseconds. */
export type Limits = {
  /** Percentages of the expected preparation time. */
  warnPercent: number;
  latePercent: number;
  veryLatePercent: number;
  /** Used if the expected time is unknown. */
  fallbackWarnMs: number;
  fallbackLateMs: number;
  fallbackVeryLateMs: number;
  /** How long a course may be ready without being served. */
  readyWarnMs: number;
  readyLateMs: number;
  /** After this wait a counter ticket is presumed served (F22). */
  counterPresumedMs: number;
  /** After this wait a table's course is presumed served; sooner if its order went on (F22e). */
  tablePresumedMs: number;
  followedPresumedMs: number;
  autoCloseMs: number;
  /** How long a claim ("I have it") lasts. */
  claimHoldsMs: number;
  /** A collected ticket without a serve closes after this time. */
  collectedClosesMs: number;
  /** How long a table stays taken after its last serve. */
  turnOverMs: number;
};
