import { MAX_LISTED_BRANCHES } from '../../contract/constants';
import type { SubscriptionInfo } from '../../contract/subscriptions';
import { toIso } from '../../domain/fact';
import { readServices, type Service } from '../../domain/services';
import { settingFor } from '../../domain/settings';
import { branchReadings } from '../sql/load-statements';
import {
  BRANCH_NAMES,
  NEWEST_COURSES,
  OVERVIEW,
  SCREEN_BY_TOKEN,
  SECOND_FACTOR,
  SUBSCRIPTIONS,
  TAKEN_BRANCHES,
} from '../sql/page-statements';
import { type Int, int, type Source } from '../sql/statements';

/** The facts on the home page. Anyone may see them: nothing about guests, tables or orders. */
export type Overview = {
  subscriptions: number;
  lastDeliveryAt: number | null;
};

type OverviewRow = {
  subscriptions: Int;
  lastDeliveryAt: Int | null;
};

export async function readOverview(source: Source, _question: null): Promise<Overview> {
  const [row] = await source.$queryRawUnsafe<OverviewRow[]>(OVERVIEW);
  return {
    subscriptions: int(row?.subscriptions ?? 0),
    lastDeliveryAt: int(row?.lastDeliveryAt ?? null),
  };
}

/** A branch as the pages of managers show it, without its current time. */
type StoredManagerBranch = {
  number: number;
  name: string | null;
  timeZone: string;
  cutOffMinute: number;
  services: Service[];
  /** Recent courses, by number. */
  courses: { number: number; name: string | null; abbreviation: string | null }[];
};

type CourseRow = { courseNumber: Int; courseName: string | null; abbreviation: string | null };

/** `own` are the branches of a manager, null for all; `asked` is the one in the address. */
type ManagerBranchesQuestion = { own: readonly number[] | null; asked: number | null };

type ManagerBranches = {
  /** The first ones by number, and the one that was asked for. */
  listed: StoredManagerBranch[];
  /** All of them, by number. */
  numbers: number[];
};

/** The branches of a manager that were taken (F25). */
export async function readManagerBranches(
  source: Source,
  { own, asked }: ManagerBranchesQuestion,
): Promise<ManagerBranches> {
  const taken = await source.$queryRawUnsafe<{ number: Int }[]>(TAKEN_BRANCHES);
  const isOwn = own && new Set(own);
  const numbers = taken.map(({ number }) => int(number)).filter((number) => isOwn === null || isOwn.has(number));
  const wanted = numbers.filter((number, index) => index < MAX_LISTED_BRANCHES || number === asked);
  const readings = await branchReadings(source);
  const listed: StoredManagerBranch[] = [];
  for (const { number, name, timeZone, cutOffMinute, settings } of wanted.flatMap((one) => readings.get(one) ?? [])) {
    const rows = await source.$queryRawUnsafe<CourseRow[]>(NEWEST_COURSES, number);
    listed.push({
      number,
      name: name || null,
      timeZone,
      cutOffMinute,
      services: readServices(String(settingFor(settings, 'services', number))) ?? [],
      courses: rows.map((row) => ({
        number: int(row.courseNumber),
        name: row.courseName || null,
        abbreviation: row.abbreviation || null,
      })),
    });
  }
  return { listed, numbers };
}

/** What a screen's own device may know about it. */
export type KnownScreen = {
  name: string;
  view: string;
  /** By number; an unnamed branch has null. */
  branches: { number: number; name: string | null }[];
  isRevoked: boolean;
};

type ScreenRow = { name: string; view: string; branches: string; revokedAt: Int | null };
type BranchRow = { number: Int; name: string | null };

/** The screen with this token hash, even if it is revoked. Null if there never was one. */
export async function readScreen(source: Source, tokenHash: string): Promise<KnownScreen | null> {
  const [screen] = await source.$queryRawUnsafe<ScreenRow[]>(SCREEN_BY_TOKEN, tokenHash);
  if (!screen) return null;
  const rows = await source.$queryRawUnsafe<BranchRow[]>(BRANCH_NAMES, screen.branches);
  const names = new Map(rows.map(({ number, name }) => [int(number), name]));
  return {
    name: screen.name,
    view: screen.view,
    branches: (JSON.parse(screen.branches) as number[]).map((number) => ({ number, name: names.get(number) || null })),
    isRevoked: screen.revokedAt !== null,
  };
}

type SubscriptionRow = Pick<SubscriptionInfo, 'id' | 'event' | 'secretEncoding' | 'signatureEncoding' | 'algorithm'> & {
  branches: string | null;
  createdAt: Int;
  lastDeliveryAt: Int | null;
  secrets: Int;
  oldSecretUntil: Int | null;
  isSecretUnused: Int | boolean;
};

/** The agreed options of every subscription, without the secrets. `now` is server time, epoch ms. */
export async function readSubscriptions(source: Source, now: number): Promise<SubscriptionInfo[]> {
  const rows = await source.$queryRawUnsafe<SubscriptionRow[]>(SUBSCRIPTIONS, now, now);
  return rows.map(({ createdAt, lastDeliveryAt, secrets, oldSecretUntil, isSecretUnused, branches, ...agreed }) => ({
    ...agreed,
    ...(branches === null ? {} : { branches: JSON.parse(branches) as number[] }),
    secrets: int(secrets),
    oldSecretUntil: toIso(int(oldSecretUntil)),
    isSecretUnused: Boolean(isSecretUnused),
    createdAt: toIso(int(createdAt)),
    lastDeliveryAt: toIso(int(lastDeliveryAt)),
  }));
}

type FactorRow = { confirmedAt: Int; backupCodes: string };

/** When the second factor of a manager was confirmed, and how many backup codes are left. Null without one. */
export async function readSecondFactor(
  source: Source,
  managerId: string,
): Promise<{ confirmedAt: string; backupCodes: number } | null> {
  const [row] = await source.$queryRawUnsafe<FactorRow[]>(SECOND_FACTOR, managerId);
  if (!row) return null;
  return { confirmedAt: toIso(int(row.confirmedAt)), backupCodes: (JSON.parse(row.backupCodes) as string[]).length };
}
