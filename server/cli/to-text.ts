import { MAX_VISITS } from '../../contract/constants';
import { counted, countText } from '../../lib/text';
import type { Copied } from '../backup/backup-file';
import type { CopiedRestaurant } from '../copy/copy-restaurant';
import type { Progress } from '../storage/copies';
import type { CommandName } from './commands';
import type { Diagnosis } from './doctor';
import type { Forgotten } from './forget-secrets';
import type { Restored } from './restore';

const SIGNS = { ok: 'ok   ', hint: 'hint ', warn: 'look ', error: 'WRONG' } as const;

/** The result of a command as text: one line for each item of a list, or for each member of an object. */
export function toText(name: CommandName, result: unknown): string {
  if (name === 'doctor') return diagnosisText(result as Diagnosis);
  if (name === 'backup') return backupText(result as Copied);
  if (name === 'restore') return restoreText(result as Restored);
  if (name === 'copy') return copyText(result as CopiedRestaurant);
  if (name === 'secrets forget') return forgottenText(result as Forgotten);
  if (Array.isArray(result)) {
    const lines = result.map((item) => lineOf(item as Record<string, unknown>));
    if (name === 'guest find' && lines.length === MAX_VISITS)
      lines.push(`These are the newest ${MAX_VISITS}, and there may be more: narrow the search.`);
    return lines.length === 0 ? 'none' : lines.join('\n');
  }
  return Object.entries(result as Record<string, unknown>)
    .map(([member, value]) => `${member}: ${valueText(value)}`)
    .join('\n');
}

function diagnosisText({ ok, findings }: Diagnosis): string {
  const lines = findings.map(
    (finding) =>
      `${SIGNS[finding.level]} ${finding.what}\n      ${finding.why}${finding.level === 'ok' ? '' : `\n      → ${finding.do}`}`,
  );
  const problems = findings.filter(({ level }) => level === 'warn' || level === 'error').length;
  const hasHints = findings.some(({ level }) => level === 'hint');
  const sum = ok ? 'No problems found.' : `Problems found: ${problems}, marked with “look” or “WRONG”.`;
  return [...lines, '', hasHints ? `${sum} A hint is something that can still be set up.` : sum].join('\n');
}

function backupText({ file, bytes, deliveries }: Copied): string {
  return `${file} (${megabytes(bytes)}) has ${counted(deliveries, 'delivery', 'deliveries')}, verified.`;
}

function restoreText({ file, deliveries, kept, onlyInKept }: Restored): string {
  const lines = [
    `Heatlamp now uses ${file} with its ${counted(deliveries, 'delivery', 'deliveries')}, and what waited in the inbox.`,
  ];
  if (kept !== null) {
    const others = onlyInKept === null ? 'deliveries' : counted(onlyInKept, 'delivery', 'deliveries');
    lines.push(
      `The previous database is kept as ${kept}.`,
      `Only that file has what came after the backup: ${others}, and all actions, settings, screens and sign-ins.`,
      `To undo this: restore ${kept}`,
    );
  }
  return lines.join('\n');
}

function forgottenText({ subscriptions, managers }: Forgotten): string {
  if (subscriptions.length + managers.length === 0) return 'The key of every secret is known: nothing was removed.';
  const lines = subscriptions.map(
    (id) => `Subscription ${id} has no secret: subscription rotate ${id} makes one for the POS.`,
  );
  if (managers.length > 0) lines.push(`Without a second factor now: ${managers.map(valueText).join(', ')}.`);
  return lines.join('\n');
}

function copyText({ to, tables, kept }: CopiedRestaurant): string {
  const copied = tables.reduce((sum, { rows }) => sum + rows, 0);
  const lines = tables.map(
    ({ name, rows, checkSum }) => `  ${name.padEnd(18)} ${countText(rows).padStart(11)}  ${checkSum}`,
  );
  return [
    `${countText(copied)} rows were copied. ${to} has the same rows and check-sums as this restaurant:`,
    ...lines,
    ...kept.map((one) => `Not copied: ${one}.`),
    'The restaurant is in use there now. Start Heatlamp with DATABASE_URL: without it, Heatlamp does not open this folder any more.',
  ].join('\n');
}

/** The progress of a copy, for a line that is overwritten. */
export function progressText({ done, of }: Progress): string {
  return `${Math.floor((100 * done) / Math.max(1, of))} % of ${megabytes(of)} copied`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

function lineOf(item: Record<string, unknown>): string {
  return Object.entries(item)
    .map(([member, value]) => `${member} ${valueText(value)}`)
    .join(' · ');
}

function valueText(value: unknown): string {
  // A guest's name must neither start a new line nor control the terminal.
  return textOf(value).replaceAll(/\p{Cc}/gu, '\ufffd');
}

function textOf(value: unknown): string {
  if (value === null) return '–';
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
