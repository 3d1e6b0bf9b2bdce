import { percentile } from '../../lib/percentile';
import type { NoResponse, PosResponse, Posting } from './post-delivery';

/** The stream for progress, usually standard error. */
export type ProgressStream = { isTTY?: boolean; write: (text: string) => unknown };

const TERMINAL_INTERVAL_MS = 200;
const LOG_INTERVAL_MS = 10_000;

/** Shows the progress of a run. `note` prints a line that stays. */
type Progress = { show: (text: string) => void; note: (text: string) => void; end: () => void };

/** The result of a run. Latencies are in milliseconds, from the first byte sent to the last byte received. */
export type Summary = {
  seed: number;
  sent: number;
  repeats: number;
  lost: number;
  /** Deliveries and repeats by status and by error code of the response. */
  byStatus: Record<string, number>;
  byCode: Record<string, number>;
  unsigned: number;
  wronglySigned: number;
  notJson: number;
  failed: number;
  failures: Record<string, number>;
  /** Scanned codes, and how many received the response for scans. */
  scans: { sent: number; answered: number };
  /** Forgeries; `refused` counts unsigned responses with status 400. */
  forged: { sent: number; refused: number; notRefused: number };
  latencyMs: { p50: number; p99: number; max: number } | null;
  seconds: number;
  deliveriesPerSecond: number;
  /** Deliveries were sent, each received a 200 with signed JSON, every scan its response; every forgery was refused. */
  ok: boolean;
};

/** Counts responses. `finish` takes the duration of the run in ms. */
export type Tally = {
  count: (posting: Posting, response: PosResponse | NoResponse) => void;
  answered: () => number;
  finish: (elapsedMs: number) => Summary;
};

/** Creates the counters of a run in which `lost` deliveries are never sent. */
export function createTally(seed: number, lost: number): Tally {
  const counts: Counts = {
    ...{ sent: 0, repeats: 0, byStatus: {}, byCode: {}, unsigned: 0, wronglySigned: 0, notJson: 0 },
    ...{ failed: 0, failures: {}, scans: { sent: 0, answered: 0 }, forged: { sent: 0, refused: 0, notRefused: 0 } },
  };
  const { byStatus, byCode, failures, scans, forged } = counts;
  const latencies: number[] = [];

  function countForged(response: PosResponse): void {
    // A signed refusal could be posted back as a valid delivery (docs/pos-interface.md, section 1).
    if (response.status === 400 && response.signature === 'none') forged.refused += 1;
    else forged.notRefused += 1;
  }

  function countGenuine(response: PosResponse): void {
    addOne(byStatus, String(response.status));
    if (response.code !== null) addOne(byCode, response.code);
    if (response.signature === 'none') counts.unsigned += 1;
    if (response.signature === 'wrong') counts.wronglySigned += 1;
    if (!response.json) counts.notJson += 1;
  }

  return {
    answered: () => latencies.length,
    count(posting, response) {
      if (posting.kind === 'forged') forged.sent += 1;
      else counts.sent += 1;
      if (posting.kind === 'repeat') counts.repeats += 1;
      const isScan = posting.kind !== 'forged' && posting.path.endsWith('/scanCode');
      if (isScan) scans.sent += 1;
      if ('failed' in response) {
        counts.failed += 1;
        addOne(failures, response.failed);
        return;
      }
      latencies.push(response.latencyMs);
      if (posting.kind === 'forged') countForged(response);
      else countGenuine(response);
      if (isScan && response.isScanResponse) scans.answered += 1;
    },
    finish: (elapsedMs) => ({
      seed,
      lost,
      ...counts,
      latencyMs: spread(latencies),
      seconds: rounded(elapsedMs / 1000),
      deliveriesPerSecond: rounded(elapsedMs > 0 ? (counts.sent + counts.forged.sent) / (elapsedMs / 1000) : 0),
      ok: isOk(counts),
    }),
  };
}

type Counts = Omit<Summary, 'seed' | 'lost' | 'latencyMs' | 'seconds' | 'deliveriesPerSecond' | 'ok'>;

function isOk({ sent, byStatus, failed, unsigned, wronglySigned, notJson, scans, forged }: Counts): boolean {
  const isAcknowledged = sent > 0 && byStatus['200'] === sent && failed === 0;
  const isSigned = unsigned + wronglySigned + notJson === 0;
  return isAcknowledged && isSigned && scans.answered === scans.sent && forged.notRefused === 0;
}

function addOne(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

function spread(latencies: readonly number[]): Summary['latencyMs'] {
  if (latencies.length === 0) return null;
  const at = (share: number) => rounded(percentile(latencies, share));
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

/** The summary as text; counts of problems are omitted if zero. */
export function summaryText(summary: Summary): string {
  const lines = [
    `sent ${summary.sent} (${summary.repeats} repeats, ${summary.lost} more lost), seed ${summary.seed}`,
    `responses ${countsText(summary.byStatus)}`,
  ];
  if (Object.keys(summary.byCode).length > 0) lines.push(`error codes ${countsText(summary.byCode)}`);
  if (summary.failed > 0) lines.push(`failed ${summary.failed}: ${countsText(summary.failures)}`);
  if (summary.unsigned > 0) lines.push(`responses without a signature ${summary.unsigned}`);
  if (summary.wronglySigned > 0) lines.push(`responses with a wrong signature ${summary.wronglySigned}`);
  if (summary.notJson > 0) lines.push(`responses that are not JSON ${summary.notJson}`);
  const { scans, forged, latencyMs } = summary;
  if (scans.sent > 0) lines.push(`scanned codes ${scans.sent}: ${scans.answered} with the response for scans`);
  if (forged.sent > 0) lines.push(`forged ${forged.sent}: ${forged.refused} refused, ${forged.notRefused} not`);
  if (latencyMs) lines.push(`latency p50 ${latencyMs.p50} ms, p99 ${latencyMs.p99} ms, max ${latencyMs.max} ms`);
  lines.push(`${summary.deliveriesPerSecond} deliveries/s over ${summary.seconds} s`);
  lines.push(summary.ok ? 'passed' : 'FAILED');
  return `${lines.join('\n')}\n`;
}

function countsText(counts: Record<string, number>): string {
  const parts = Object.entries(counts).map(([name, count]) => `${name}: ${count}`);
  return parts.length > 0 ? parts.join(', ') : 'nothing';
}

/** On a terminal one line that is overwritten, elsewhere a line every ten seconds. `now` is a monotonic clock in ms. */
export function createProgress(stream: ProgressStream, now: () => number): Progress {
  const inPlace = stream.isTTY === true;
  let shownAt = now();
  let hasPrinted = false;
  const clear = () => {
    if (inPlace && hasPrinted) stream.write('\r\u001b[K');
  };
  return {
    show(text) {
      if (now() - shownAt < (inPlace ? TERMINAL_INTERVAL_MS : LOG_INTERVAL_MS)) return;
      shownAt = now();
      hasPrinted = true;
      stream.write(inPlace ? `\r${text}\u001b[K` : `${text}\n`);
    },
    note(text) {
      clear();
      stream.write(`${text}\n`);
    },
    // The summary takes the place of the overwritten line.
    end: clear,
  };
}
