import { createHash, randomBytes } from 'node:crypto';
import { factorPurpose, type SecretBox } from '../secrets/secret-box';
import type { Sql } from '../storage/database';

/** What authenticator apps assume (RFC 6238). */
const STEP_MS = 30_000;
/** Codes of the step before and after are accepted too, because clocks differ. */
const STEPS_AROUND = 1;
const BACKUP_CODES = 10;
/** Letters and digits that are not mistaken for each other. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Stores a new secret, which is not asked for until it is confirmed. Null if there is a confirmed one. */
export async function beginSecondFactor(sql: Sql, managerId: string, box: SecretBox): Promise<string | null> {
  const known = await sql.secondFactor.findUnique({ where: { managerId } });
  if (known && known.confirmedAt !== null) return null;
  const secret = newSecret();
  const stored = { secret: box.seal(secret, factorPurpose(managerId)), usedStep: 0 };
  await sql.secondFactor.upsert({ where: { managerId }, create: { managerId, ...stored }, update: stored });
  return secret;
}

/** Confirms the secret with its first code. Returns the backup codes; null for a wrong code. `now` is server time. */
export async function confirmSecondFactor(
  sql: Sql,
  managerId: string,
  code: string,
  box: SecretBox,
  now: number,
): Promise<string[] | null> {
  const known = await sql.secondFactor.findUnique({ where: { managerId } });
  if (!known || known.confirmedAt !== null) return null;
  const step = await stepOfCode(box.open(known.secret, factorPurpose(managerId)), code, now, known.usedStep);
  if (step === null) return null;
  const { codes, hashes } = newBackupCodes();
  const backupCodes = JSON.stringify(hashes);
  await sql.secondFactor.update({ where: { managerId }, data: { confirmedAt: now, usedStep: step, backupCodes } });
  return codes;
}

/** Whether a code of the app, or a backup code, is right. It is used up then. */
export async function takeCode(
  sql: Sql,
  managerId: string,
  code: string,
  box: SecretBox,
  now: number,
): Promise<boolean> {
  const known = await sql.secondFactor.findUnique({ where: { managerId } });
  if (!known || known.confirmedAt === null) return false;
  const digits = code.replaceAll(/\s/g, '');
  const step = await stepOfCode(box.open(known.secret, factorPurpose(managerId)), digits, now, known.usedStep);
  if (step !== null) {
    // Another node may have accepted the code at the same moment.
    const { usedStep } = known;
    return (await sql.secondFactor.updateMany({ where: { managerId, usedStep }, data: { usedStep: step } })).count > 0;
  }
  const hashes = JSON.parse(known.backupCodes) as string[];
  const left = hashes.filter((hash) => hash !== hashBackupCode(code));
  if (left.length === hashes.length) return false;
  const { backupCodes } = known;
  const data = { backupCodes: JSON.stringify(left) };
  return (await sql.secondFactor.updateMany({ where: { managerId, backupCodes }, data })).count > 0;
}

/** Removes the second factor. False if there was none. */
export async function removeSecondFactor(sql: Sql, managerId: string): Promise<boolean> {
  return (await sql.secondFactor.deleteMany({ where: { managerId } })).count > 0;
}

/** A new secret for an authenticator app, as text of 160 bits. */
function newSecret(): string {
  return randomBytes(20).toString('base64url');
}

/** The address that a QR code shows to an authenticator app. */
export async function appAddress(secret: string, name: string): Promise<string> {
  const { createOTP } = await import('@better-auth/utils/otp');
  return createOTP(secret).url('Heatlamp', name);
}

/** The time step of a code; null if it is wrong, or not newer than `usedStep`. `now` is server time, epoch ms. */
export async function stepOfCode(secret: string, code: string, now: number, usedStep: number): Promise<number | null> {
  if (!/^\d{6}$/.test(code)) return null;
  const { createOTP } = await import('@better-auth/utils/otp');
  const { hotp } = createOTP(secret);
  const current = Math.floor(now / STEP_MS);
  // A clock that was ahead, and was set back, must not refuse codes until that time has come.
  const used = usedStep > current + STEPS_AROUND ? 0 : usedStep;
  for (let step = current - STEPS_AROUND; step <= current + STEPS_AROUND; step += 1)
    if (step > used && (await hotp(step)) === code) return step;
  return null;
}

/**
 * Backup codes of 74 bits such as `abcd5-efgh7-jkmn9`, and their hashes. Shorter ones could be found from the hashes, which
 * are in every backup, also where secrets are encrypted.
 */
export function newBackupCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: BACKUP_CODES }, () => `${part()}-${part()}-${part()}`);
  return { codes, hashes: codes.map(hashBackupCode) };
}

/** Case, spaces and the hyphens do not matter. */
export function hashBackupCode(code: string): string {
  return createHash('sha256')
    .update(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
    .digest('hex');
}

function part(): string {
  let text = '';
  while (text.length < 5) {
    const [byte = 0] = randomBytes(1);
    // Without the rest of the range, which would make some letters more frequent.
    if (byte < 256 - (256 % ALPHABET.length)) text += ALPHABET[byte % ALPHABET.length];
  }
  return text;
}
