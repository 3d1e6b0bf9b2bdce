import type { Fleet, FleetScreen, ScreenState } from '../../contract/screens';
import { toIso } from '../../domain/fact';
import type { Presence, Present } from './presence';
import { publicScreen, type Screen } from './screens';

/** A page that draws reports every ten seconds. */
const SILENT_MS = 30_000;

type FleetSource = { screens: () => ReadonlyMap<string, Screen>; presence: Presence; now: () => number };

/** The screens of any of these branches that are not revoked, by name. */
export function fleetOf({ screens, presence, now }: FleetSource, branches: readonly number[]): Fleet {
  const present = new Map<number, Readonly<Present>>();
  // Of several connections, the one that drew last.
  for (const one of presence.list()) {
    const other = present.get(one.screen);
    if (!other || drawnAt(other) < drawnAt(one)) present.set(one.screen, one);
  }
  const own = [...screens().values()].filter(
    (screen) => screen.revokedAt === null && screen.branches.some((branch) => branches.includes(branch)),
  );
  return {
    serverTime: toIso(now()),
    screens: own
      .map((screen) => fleetScreen(screen, present.get(screen.id) ?? null, now()))
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.id - b.id),
  };
}

function fleetScreen(screen: Screen, present: Readonly<Present> | null, now: number): FleetScreen {
  const age = present?.age ?? null;
  return {
    ...publicScreen(screen),
    state: stateOf(screen, present, now),
    lastSeenAt: toIso(screen.lastSeenAt),
    paintedAt: toIso(age?.at ?? null),
    dataAgeMs: age?.ageMs ?? null,
    isCurrent: present?.isCurrent ?? null,
    device: present?.device ?? null,
    limits: screen.limits,
  };
}

/** A program draws nothing, so for it a connection is enough. */
function stateOf({ view }: Screen, present: Readonly<Present> | null, now: number): ScreenState {
  if (!present) return 'offline';
  return view === 'api' || now - drawnAt(present) <= SILENT_MS ? 'live' : 'silent';
}

/** Until the first report, a screen may still be drawing. */
function drawnAt({ age, since }: Readonly<Present>): number {
  return age?.at ?? since;
}
