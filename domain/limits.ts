/** The limits that hold for a course of a branch, resolved from its settings. All durations in milliseconds. */
export type Limits = {
  /** Of the expected preparation time. */
  warnPercent: number;
  latePercent: number;
  veryLatePercent: number;
  /** Where no expected time is known. */
  fallbackWarnMs: number;
  fallbackLateMs: number;
  fallbackVeryLateMs: number;
  /** Ready and not served. */
  readyWarnMs: number;
  readyLateMs: number;
  /** A counter ticket that waits longer is presumed served (F22). */
  counterPresumedMs: number;
  autoCloseMs: number;
  /** “I have it” holds so long. */
  claimHoldsMs: number;
  /** A collected ticket that nobody serves is closed after so long. */
  collectedClosesMs: number;
  /** A table stays taken so long after its last serve. */
  turnOverMs: number;
};
