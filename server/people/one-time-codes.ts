import { createHash, randomBytes } from 'node:crypto';

/** What authenticator apps assume (RFC 6238). */
const STEP_MS = 30_000;
/** Codes of the step before and after are accepted too, because clocks differ. */
const STEPS_AROUND = 1;
const BACKUP_CODES = 10;
/** Letters and digits that are not mistaken for each other. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A new secret for an authenticator app, as text of 160 bits. */
export function newSecret(): string {
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
