import type { CommandName } from './commands';
import type { Examination } from './doctor';

const SIGNS = { ok: 'ok   ', warn: 'look ', error: 'WRONG' } as const;

/** A command's result for people: lists as lines, one thing as its members. */
export function toText(name: CommandName, result: unknown): string {
  if (name === 'doctor') return examinationText(result as Examination);
  if (Array.isArray(result))
    return result.length === 0 ? 'none' : result.map((item) => lineOf(item as Record<string, unknown>)).join('\n');
  return Object.entries(result as Record<string, unknown>)
    .map(([member, value]) => `${member}: ${wordOf(value)}`)
    .join('\n');
}

function examinationText({ ok, findings }: Examination): string {
  const lines = findings.map(
    (finding) =>
      `${SIGNS[finding.level]} ${finding.what}\n      ${finding.why}${finding.level === 'ok' ? '' : `\n      → ${finding.do}`}`,
  );
  return [...lines, '', ok ? 'All is well.' : 'Something needs a look: see the arrows.'].join('\n');
}

function lineOf(item: Record<string, unknown>): string {
  return Object.entries(item)
    .map(([member, value]) => `${member} ${wordOf(value)}`)
    .join(' · ');
}

function wordOf(value: unknown): string {
  if (value === null) return '–';
  return Array.isArray(value) ? value.join(',') : String(value);
}
