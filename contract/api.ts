import type { BranchWish, ProvisionalBranches, SettingChanged, SettingsOfPlace, SettingWish } from './branches';
import type { PracticeSpeed } from './constants';
import type { DeliveryCounts, DeliveryList, ListedDelivery, RefusalList, ReplayResult } from './deliveries';
import type { GuestSearch, GuestsErased, GuestVisits } from './guests';
import type { ScreenLimits } from './live';
import type { Live } from './live-branches';
import type { PersonLink, PersonList, Rights } from './people';
import type { ServesReport } from './reports';
import type { Fleet, ScreenWish, WaitingDevice } from './screens';
import type { PracticeStatus, SetUp, TestReport } from './set-up';
import type { SecretAdded, SigningWish, SubscriptionAdded, SubscriptionList, SubscriptionWish } from './subscriptions';
import type { System, TokenAdded } from './system';

type SignedIn = { manager: { name: string } };
/** `challenge`: the password was right, and a code of the second factor has to follow. */
export type SignInReply = SignedIn | { challenge: string };

type Call<Reply, Body = undefined> = Body extends undefined
  ? { reply: Reply; body?: undefined }
  : { reply: Reply; body: Body };

/**
 * What managers' pages ask of the server: the reply of each path, and the body that is sent, if it has members. docs/contract.md
 * explains every path.
 */
export type Api = {
  'GET /api/v1/live': Call<Live>;
  'GET /api/v1/history/serves': Call<ServesReport>;

  'GET /api/v1/deliveries': Call<DeliveryList>;
  'GET /api/v1/deliveries/:id': Call<ListedDelivery>;
  'GET /api/v1/deliveries/counts': Call<DeliveryCounts>;
  'POST /api/v1/deliveries/:id/replay': Call<Pick<ReplayResult, 'replayed' | 'applied'>>;
  'POST /api/v1/deliveries/unreadable/replay': Call<ReplayResult>;
  'GET /api/v1/refusals': Call<RefusalList>;

  'GET /api/v1/subscriptions': Call<SubscriptionList>;
  'POST /api/v1/subscriptions': Call<SubscriptionAdded, SubscriptionWish>;
  'POST /api/v1/subscriptions/:id/secret': Call<SubscriptionAdded>;
  'POST /api/v1/subscriptions/:id/rotate': Call<SecretAdded>;
  'POST /api/v1/subscriptions/:id/finish': Call<unknown>;
  'POST /api/v1/subscriptions/:id/limit': Call<unknown, { branches: readonly number[] | null }>;
  'POST /api/v1/subscriptions/:id/signing': Call<unknown, SigningWish>;
  'POST /api/v1/subscriptions/:id/remove': Call<unknown>;

  'GET /api/v1/settings': Call<SettingsOfPlace>;
  'POST /api/v1/settings': Call<SettingChanged, SettingWish>;
  'POST /api/v1/branches/:number': Call<unknown, BranchWish>;
  'GET /api/v1/provisional-branches': Call<ProvisionalBranches>;
  'POST /api/v1/branches/:number/take': Call<unknown>;
  'POST /api/v1/branches/:number/remove': Call<unknown>;

  'GET /api/v1/screens': Call<Fleet>;
  'POST /api/v1/screens/:id': Call<unknown, ScreenWish>;
  'POST /api/v1/screens/:id/command': Call<unknown, { kind: 'identify' | 'reload' }>;
  'POST /api/v1/screens/:id/limits': Call<unknown, { limits: ScreenLimits }>;
  'POST /api/v1/screens/:id/revoke': Call<unknown>;
  'GET /api/v1/pairings/:code': Call<WaitingDevice>;
  'POST /api/v1/pairings/:code': Call<unknown, ScreenWish>;

  'GET /api/v1/managers': Call<PersonList>;
  'POST /api/v1/managers': Call<PersonLink, Rights & { name: string }>;
  'POST /api/v1/managers/:id': Call<unknown, Rights>;
  'POST /api/v1/managers/:id/reset-password': Call<PersonLink>;
  'POST /api/v1/managers/:id/sign-out': Call<unknown>;
  'POST /api/v1/managers/:id/remove': Call<unknown>;

  'POST /api/v1/guests/find': Call<GuestVisits, GuestSearch>;
  'POST /api/v1/guests/erase': Call<GuestsErased, { visits: readonly number[]; name: string | null }>;

  'GET /api/v1/system': Call<System>;
  'POST /api/v1/system/backup': Call<Pick<System, 'backup'>>;
  'POST /api/v1/tokens': Call<TokenAdded, { name: string; branches: readonly number[] }>;

  'GET /api/v1/setup': Call<SetUp>;
  'POST /api/v1/branches/:number/test-course': Call<TestReport>;
  'GET /api/v1/branches/:number/practice': Call<PracticeStatus>;
  'POST /api/v1/branches/:number/practice': Call<PracticeStatus, { speed: PracticeSpeed; language: string }>;
  'POST /api/v1/branches/:number/practice/stop': Call<PracticeStatus>;

  'POST /api/auth/sign-in': Call<SignInReply, { name: string; password: string }>;
  'POST /api/auth/sign-out': Call<unknown, { everywhere: boolean }>;
  'POST /api/auth/link': Call<{ name: string }, { token: string }>;
  'POST /api/auth/set-password': Call<SignInReply, { token: string; password: string }>;
  /** `code` of the second factor, if there is one. The address is valid for a minute. */
  'POST /api/auth/backup': Call<{ address: string }, { password: string; code: string }>;
  'POST /api/auth/recovery-codes': Call<{ recoveryCodes: readonly string[] }, { password: string; code: string }>;
  'POST /api/auth/recover': Call<SignInReply, { name: string; code: string; password: string }>;
  'POST /api/auth/set-up/link': Call<{ isOpen: true }, { token: string }>;
  'GET /api/auth/set-up/link': Call<{ link: string; name: string | null }>;
  'POST /api/auth/set-up': Call<
    SignedIn & { recoveryCodes: readonly string[] },
    { token: string; name: string; password: string }
  >;
  'POST /api/auth/second-factor': Call<SignedIn, { challenge: string; code: string }>;
  'POST /api/auth/second-factor/begin': Call<{ address: string }, { password: string }>;
  'POST /api/auth/second-factor/confirm': Call<{ backupCodes: string[] }, { code: string }>;
  'POST /api/auth/second-factor/remove': Call<unknown, { code: string }>;
};
