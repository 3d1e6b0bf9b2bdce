import type { DeliveryCause, DeliveryOutcome } from '../../contract/constants';

type Cause = {
  /** Null for remarks on deliveries that were applied, or repeats. */
  outcome: DeliveryOutcome | null;
  /** Patterns of the reason for LIKE. Only % is a wildcard. */
  reasons: readonly string[];
};

/** Recognizes the cause of an outcome by the reason that is stored with the delivery. */
const CAUSE_REASONS: Readonly<Record<DeliveryCause, Cause>> = {
  'content-type': { outcome: 'unreadable', reasons: ['no Content-Type', 'Content-Type is not %'] },
  'not-json': {
    outcome: 'unreadable',
    reasons: ['the body cannot be read as JSON:%', 'the body is not UTF-8', 'the body is not an object'],
  },
  'no-details': {
    outcome: 'unreadable',
    reasons: ['the body says nothing of a course for %', 'the body has no member %', '%scannedCode is missing'],
  },
  'no-order': { outcome: 'unreadable', reasons: ['neither tableOrder nor cafeteriaOrder names an order:%'] },
  'dated-ahead': { outcome: 'unreadable', reasons: ['the event is dated %, more than a day after it came'] },
  'other-branch': { outcome: 'unreadable', reasons: ['the subscription may not send for branch %'] },
  'not-stored': { outcome: 'unreadable', reasons: ['could not be stored:%'] },
  'read-before': { outcome: 'unreadable', reasons: ['could be read before, and can no longer%'] },
  member: { outcome: 'unreadable', reasons: ['% must be %'] },
  till: { outcome: 'ignored', reasons: ["% is the till's: nothing for the kitchen"] },
  'unknown-event': { outcome: 'ignored', reasons: ['% is not an event that we know'] },
  'same-bytes': { outcome: 'ignored', reasons: ['the same bytes came for %'] },
  sealed: { outcome: 'ignored', reasons: ['the order was sealed before%'] },
  'branch-removed': { outcome: 'ignored', reasons: ['its branch was removed'] },
  'pos-reports': { outcome: 'follow-up', reasons: ['the POS reports %'] },
  'path-slip': { outcome: null, reasons: ['came to the start path with an actual preparation time:%'] },
  'told-twice': { outcome: null, reasons: ['members under % and at the top level:%'] },
  'left-out': { outcome: null, reasons: ['left out: %', '%; left out: %'] },
};

const PATTERNS = Object.entries(CAUSE_REASONS).map(([cause, { outcome, reasons }]) => ({
  cause: cause as DeliveryCause,
  outcome,
  patterns: reasons.map(patternOf),
}));

/** The cause of a stored reason; null without a reason, or for one that no cause matches. */
export function causeOf(outcome: DeliveryOutcome, reason: string | null): DeliveryCause | null {
  if (reason === null) return null;
  const found = PATTERNS.find(
    (each) => (each.outcome ?? outcome) === outcome && each.patterns.some((pattern) => pattern.test(reason)),
  );
  return found?.cause ?? null;
}

/** The only outcome that a cause can have; null if it can have several. */
export function outcomeOfCause(cause: DeliveryCause): DeliveryOutcome | null {
  return CAUSE_REASONS[cause].outcome;
}

/** The patterns by which LIKE finds the reasons of a cause. */
export function reasonsOf(cause: DeliveryCause): readonly string[] {
  return CAUSE_REASONS[cause].reasons;
}

function patternOf(like: string): RegExp {
  const text = like.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('%', '.*');
  return new RegExp(`^${text}$`, 'is');
}
