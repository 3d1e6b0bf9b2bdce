import { randomBytes } from 'node:crypto';
import { toIso } from '../../domain/fact';
import { DAY_MS } from '../../lib/time';
import { SEALED, type SecretBox, subscriptionPurpose } from '../secrets/secret-box';
import { type Int, int } from '../sql/statements';
import type { Database } from '../storage/database';
import { UserError } from '../user-error';
import { isKnownEvent, KNOWN_EVENTS } from './events';
import type { Algorithm, SecretEncoding, SignatureEncoding } from './sign';
import type { Subscription } from './subscription';
import { decodeSignature } from './verify';

type ListedSubscription = {
  id: string;
  event: string | null;
  secrets: number;
  lastDeliveryAt: string | null;
  /** Present if it may send for these only. */
  branches?: readonly number[];
};

/** How long the old secret stays valid after a new one was added. */
const ROTATION_MS = 7 * DAY_MS;

export type NewSubscription = {
  id: string;
  secret?: string | undefined;
  secretEncoding: SecretEncoding;
  signatureEncoding: SignatureEncoding;
  algorithm: Algorithm;
  event?: string | undefined;
  branches?: readonly number[] | undefined;
};

export async function loadSubscriptions(
  database: Pick<Database, 'subscription'>,
  box: SecretBox,
): Promise<Map<string, Subscription>> {
  const rows = await database.subscription.findMany({ include: { secrets: true } });
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        secrets: row.secrets.map(({ secret, validFrom, validUntil, usedAt }) => ({
          secret: box.open(secret, subscriptionPurpose(row.id)),
          validFrom: Number(validFrom),
          validUntil: int(validUntil),
          usedAt: int(usedAt),
        })),
        secretEncoding: row.secretEncoding as SecretEncoding,
        signatureEncoding: row.signatureEncoding as SignatureEncoding,
        algorithm: row.algorithm as Algorithm,
        event: row.event,
        branches: branchesIn(row.branches),
      },
    ]),
  );
}

type Tables = Pick<Database, 'subscription' | 'subscriptionSecret'>;

/** Adds a subscription, and generates a secret if none is given. `now` is server time, epoch ms. @throws UserError */
export async function addSubscription(
  tables: Tables,
  wanted: NewSubscription,
  box: SecretBox,
  now: number,
): Promise<{ id: string; secret: string }> {
  const { id, secretEncoding, signatureEncoding, algorithm } = wanted;
  if (id === '.' || id === '..')
    throw new UserError('the id must not be . or .., which no path of the API can name', 'id');
  if (id.trim() === '' || id !== id.trim() || !/^[\x20-\x7e]+$/.test(id))
    throw new UserError(
      'the id must be printable ASCII without spaces around it, because it is sent in a header',
      'id',
    );
  if (await tables.subscription.findUnique({ where: { id } }))
    throw new UserError(`a subscription ${id} exists already: remove it, or rotate its secret`, 'exists');
  if (wanted.event !== undefined && !isKnownEvent(wanted.event)) {
    throw new UserError(`${wanted.event} is not an event of the POS, which are ${KNOWN_EVENTS.join(', ')}`);
  }
  const secret = wanted.secret ?? randomBytes(32).toString(secretEncoding === 'base64' ? 'base64' : 'hex');
  checkSecret(secret, secretEncoding);
  await tables.subscription.create({
    data: {
      id,
      secretEncoding,
      signatureEncoding,
      algorithm,
      event: wanted.event ?? null,
      branches: branchesText(wanted.branches ?? null),
      createdAt: now,
      secrets: { create: { secret: box.seal(secret, subscriptionPurpose(id)), validFrom: now } },
    },
  });
  return { id, secret };
}

/** Limits a subscription to branches; null ends the limit. @throws UserError */
export async function limitSubscription(
  tables: Tables,
  id: string,
  branches: readonly number[] | null,
): Promise<{ id: string; branches: number[] | null }> {
  await existing(tables, id);
  const text = branchesText(branches);
  await tables.subscription.update({ where: { id }, data: { branches: text } });
  return { id, branches: branchesIn(text) };
}

/** The branches to which a subscription is limited, as they are stored; null without a limit. */
function branchesIn(text: string | null): number[] | null {
  return text === null ? null : (JSON.parse(text) as number[]);
}

/** @throws UserError */
function branchesText(branches: readonly number[] | null): string | null {
  if (branches?.length === 0) throw new UserError('name at least one branch');
  return branches && JSON.stringify([...new Set(branches)].sort((a, b) => a - b));
}

export type Signing = {
  secretEncoding?: SecretEncoding | undefined;
  signatureEncoding?: SignatureEncoding | undefined;
  algorithm?: Algorithm | undefined;
};

/** Changes how a subscription signs. Its secrets stay. `now` is server time, epoch ms. @throws UserError */
export async function changeSigning(
  tables: Tables,
  id: string,
  wanted: Signing,
  box: SecretBox,
  now: number,
): Promise<Signing> {
  const { secrets, secretEncoding, signatureEncoding, algorithm } = await existing(tables, id);
  const signing = {
    secretEncoding: wanted.secretEncoding ?? (secretEncoding as SecretEncoding),
    signatureEncoding: wanted.signatureEncoding ?? (signatureEncoding as SignatureEncoding),
    algorithm: wanted.algorithm ?? (algorithm as Algorithm),
  };
  for (const { secret } of secrets.filter(isLiveAt(now)))
    checkSecret(box.open(secret, subscriptionPurpose(id)), signing.secretEncoding);
  await tables.subscription.update({ where: { id }, data: signing });
  return signing;
}

/** Removes a subscription. @throws UserError for an unknown id */
export async function removeSubscription(tables: Tables, id: string): Promise<{ id: string }> {
  await existing(tables, id);
  await tables.subscription.delete({ where: { id } });
  return { id };
}

/** Adds a second secret, with the old one valid for seven more days; or ends the old one now. @throws UserError */
export async function rotateSubscription(
  tables: Tables,
  id: string,
  options: { secret?: string | undefined; finish?: boolean | undefined },
  box: SecretBox,
  now: number,
): Promise<{ id: string; secret: string; oldUntil: string | null }> {
  const { secretEncoding, secrets } = await existing(tables, id);
  const live = secrets.filter(isLiveAt(now)).toSorted((a, b) => a.id - b.id);
  const newest = live.at(-1);
  const purpose = subscriptionPurpose(id);
  if (options.finish) {
    if (!newest || live.length < 2)
      throw new UserError(`subscription ${id} has one secret only: there is no rotation to finish`, 'one-secret');
    await tables.subscriptionSecret.updateMany({
      where: { subscriptionId: id, id: { not: newest.id } },
      data: { validUntil: now },
    });
    return { id, secret: box.open(newest.secret, purpose), oldUntil: toIso(now) };
  }
  if (live.length > 1)
    throw new UserError(`subscription ${id} has two secrets already: finish that rotation first`, 'two-secrets');
  const secret = options.secret ?? randomBytes(32).toString(secretEncoding === 'base64' ? 'base64' : 'hex');
  checkSecret(secret, secretEncoding as SecretEncoding);
  if (newest && box.open(newest.secret, purpose) === secret)
    throw new UserError('the new secret is the old one', 'secret-old');
  const oldUntil = now + ROTATION_MS;
  await tables.subscriptionSecret.updateMany({
    where: { subscriptionId: id, validUntil: null },
    data: { validUntil: oldUntil },
  });
  await tables.subscriptionSecret.create({
    data: { subscriptionId: id, secret: box.seal(secret, purpose), validFrom: now },
  });
  return { id, secret, oldUntil: newest ? toIso(oldUntil) : null };
}

function isLiveAt(now: number) {
  return ({ validUntil }: { validUntil: Int | null }) => validUntil === null || validUntil > now;
}

async function existing(tables: Tables, id: string) {
  const row = await tables.subscription.findUnique({ where: { id }, include: { secrets: true } });
  if (!row) throw new UserError(`there is no subscription ${id}`, 'unknown');
  return row;
}

function checkSecret(secret: string, encoding: SecretEncoding): void {
  if (secret.startsWith(SEALED)) throw new UserError(`the secret must not begin with ${SEALED}`, 'secret');
  if (secret.length < 8) throw new UserError('the secret is shorter than 8 characters', 'secret-short');
  if (encoding === 'base64' && !decodeSignature(secret, 'base64')) {
    throw new UserError(
      'the secret is not Base64: give it as the POS shows it, or choose the encoding utf8 if it is used as text',
      'secret-base64',
    );
  }
}

export async function listSubscriptions(
  tables: Pick<Database, 'subscription'>,
  now: number,
): Promise<ListedSubscription[]> {
  const rows = await tables.subscription.findMany({ include: { secrets: true }, orderBy: { id: 'asc' } });
  return rows.map(({ id, event, secrets, lastDeliveryAt, branches }) => ({
    id,
    event,
    secrets: secrets.filter(({ validUntil }) => validUntil === null || validUntil > now).length,
    lastDeliveryAt: lastDeliveryAt === null ? null : new Date(Number(lastDeliveryAt)).toISOString(),
    ...(branches === null ? {} : { branches: branchesIn(branches) ?? [] }),
  }));
}
