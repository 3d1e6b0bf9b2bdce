import { agoOf, momentOf, type Place } from '../time/ago';
import { en } from '../words/en';
import type { Light } from './lamp';
import type { Link } from './link';
import type { Standing } from './standing';

export type Headline = {
  /** Its sentences. */
  title: string[];
  lead: string;
  note: string | null;
  /** For who listens: said once per state, so nothing in it ticks. */
  announced: string;
  light: Light;
};

export type Seen = {
  standing: Standing;
  link: Link;
  isOnline: boolean;
  /** Epoch ms by the server's clock. */
  now: number;
  /** When the server last answered. */
  clock: string;
  place: Place;
};

/** What the page says first. An old answer never speaks: without a live link the link is what it says. */
export function headlineOf({ standing, link, isOnline, now, clock, place }: Seen): Headline {
  if (link !== 'live') {
    const { title, announced } = en.standing[link];
    const lead = link === 'lost' && !isOnline ? en.standing.lost.offline(clock) : en.standing[link].lead(clock);
    return { title, lead, note: null, announced, light: 'off' };
  }
  switch (standing.is) {
    case 'no-subscription':
    case 'nothing-arrived':
    case 'unreadable': {
      const { title, lead } = en.standing[standing.is];
      const light = standing.is === 'nothing-arrived' ? 'dim' : 'off';
      return { title, lead, note: null, announced: spoken(title, lead), light };
    }
    case 'no-screen':
    case 'running': {
      const { title, lead, announced } = en.standing[standing.is];
      const when = en.ago(agoOf(standing.lastDeliveryAt, now, place));
      return { title, lead: lead(when), note: null, announced: spoken(title, announced), light: 'on' };
    }
    case 'quiet': {
      const { title, lead, note } = en.standing.quiet;
      const since = lead(momentOf(standing.lastDeliveryAt, now, place));
      return { title, lead: since, note, announced: spoken(title, since), light: 'dim' };
    }
  }
}

function spoken(title: string[], rest: string): string {
  return [...title, rest].join(' ');
}
