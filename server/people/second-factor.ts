import { factorPurpose, type SecretBox } from '../secrets/secret-box';
import type { Sql } from '../storage/database';
import { hashBackupCode, newBackupCodes, newSecret, stepOfCode } from './one-time-codes';

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
