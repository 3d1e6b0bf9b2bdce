import type { Summary } from './summary';

/** The summary as a few short lines, without optional zeros. */
export function summaryText(summary: Summary): string {
  const lines = [
    `sent ${summary.sent} (${summary.repeats} of them repeats, ${summary.lost} lost on the way), seed ${summary.seed}`,
    `answered ${counted(summary.byStatus)}`,
  ];
  if (Object.keys(summary.byCode).length > 0) lines.push(`error codes ${counted(summary.byCode)}`);
  if (summary.failed > 0) lines.push(`failed ${summary.failed}: ${counted(summary.failures)}`);
  if (summary.unsigned > 0) lines.push(`replies without a signature ${summary.unsigned}`);
  if (summary.wronglySigned > 0) lines.push(`replies with a wrong signature ${summary.wronglySigned}`);
  if (summary.notJson > 0) lines.push(`replies that are not JSON ${summary.notJson}`);
  const { scans, forged, latencyMs } = summary;
  if (scans.sent > 0) lines.push(`scanned codes ${scans.sent}: ${scans.answered} answered as such`);
  if (forged.sent > 0) lines.push(`forged ${forged.sent}: ${forged.refused} refused, ${forged.notRefused} not`);
  if (latencyMs) lines.push(`latency p50 ${latencyMs.p50} ms, p99 ${latencyMs.p99} ms, max ${latencyMs.max} ms`);
  lines.push(`${summary.deliveriesPerSecond} deliveries/s over ${summary.seconds} s`);
  lines.push(summary.ok ? 'all as it should be' : 'NOT all as it should be');
  return `${lines.join('\n')}\n`;
}

function counted(counts: Record<string, number>): string {
  const parts = Object.entries(counts).map(([name, count]) => `${name}: ${count}`);
  return parts.length > 0 ? parts.join(', ') : 'nothing';
}
