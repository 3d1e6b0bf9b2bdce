import type { Screen } from '../screens/screens';
import type { MetricsSource, Sample } from './metric';

/** Number of paired or connected screens by branch and view. A branch and view without connected screens reports 0. */
export function screensByView(source: MetricsSource, which: 'paired' | 'live'): Sample[] {
  const places = new Map<string, { labels: { branch: number; view: string }; screens: Set<number> }>();
  const placeOf = (branch: number, view: string) => {
    const key = `${branch}/${view}`;
    const known = places.get(key) ?? { labels: { branch, view }, screens: new Set<number>() };
    places.set(key, known);
    return known;
  };
  for (const { id, branches, view } of holding(source))
    for (const branch of branches) {
      const { screens } = placeOf(branch, view);
      if (which === 'paired') screens.add(id);
    }
  if (which === 'live') {
    const views = viewsOf(source);
    for (const { screen, branch } of source.presence.list()) {
      const view = views.get(screen);
      if (view !== undefined) placeOf(branch, view).screens.add(screen);
    }
  }
  return [...places.values()].map(({ labels, screens }) => ({ labels, value: screens.size }));
}

/**
 * The oldest data that connected screens show, in seconds, by branch and view: the last report of
 * each plus the time since. Screens that never report, such as programs, are left out.
 */
export function shownDataAges(source: MetricsSource): Sample[] {
  const views = viewsOf(source);
  const now = source.now();
  const worst = new Map<string, Sample & { value: number }>();
  for (const { screen, branch, age } of source.presence.list()) {
    const view = views.get(screen);
    if (age === null || view === undefined) continue;
    const value = (age.ageMs + Math.max(0, now - age.at)) / 1_000;
    const key = `${branch}/${view}`;
    if (value >= (worst.get(key)?.value ?? 0)) worst.set(key, { labels: { branch, view }, value });
  }
  return [...worst.values()];
}

function holding(source: MetricsSource): Screen[] {
  return [...source.screens().values()].filter(({ revokedAt }) => revokedAt === null);
}

function viewsOf(source: MetricsSource): ReadonlyMap<number, string> {
  return new Map(holding(source).map(({ id, view }) => [id, view]));
}
