import type { Summary } from './summary';

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
