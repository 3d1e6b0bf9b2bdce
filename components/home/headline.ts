import { agoOf, momentOf, type Place } from '../time/ago';
import type { Say } from '../words/front-words';
import type { Light } from './lamp';
import type { Link } from './link';
import type { Standing } from './standing';
import { agoIn, sinceIn } from './when';

export type Headline = {
  /** The sentences of the title. */
  title: string[];
  lead: string;
  note: string | null;
  /** For screen readers: announced once per state, so it contains no running time. */
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

/**
 * State of the server as a headline. Without a live link the link is the message, because the last answer may be
 * outdated.
 */
export function headlineOf(say: Say, { standing, link, isOnline, now, clock, place }: Seen): Headline {
  if (link !== 'live') {
    const title = sentences(say(`standing.${link}.title`));
    const announced = say(`standing.${link}.announced`);
    const lead =
      link === 'lost' && !isOnline ? say('standing.lost.offline', { clock }) : say(`standing.${link}.lead`, { clock });
    return { title, lead, note: null, announced, light: 'off' };
  }
  const title = sentences(say(`standing.${standing.is}.title`));
  switch (standing.is) {
    case 'no-subscription':
    case 'nothing-arrived':
    case 'unreadable': {
      const lead = say(`standing.${standing.is}.lead`);
      const light = standing.is === 'nothing-arrived' ? 'dim' : 'off';
      return { title, lead, note: null, announced: spoken(title, lead), light };
    }
    case 'no-screen':
    case 'running': {
      const when = agoIn(say, agoOf(standing.lastDeliveryAt, now, place));
      const lead = say(`standing.${standing.is}.lead`, { when });
      return {
        title,
        lead,
        note: null,
        announced: spoken(title, say(`standing.${standing.is}.announced`)),
        light: 'on',
      };
    }
    case 'quiet': {
      const when = sinceIn(say, momentOf(standing.lastDeliveryAt, now, place));
      const lead = say('standing.quiet.lead', { when });
      return { title, lead, note: say('standing.quiet.note'), announced: spoken(title, lead), light: 'dim' };
    }
  }
}

/** Splits a title into sentences, between which lines break first. */
export function sentences(title: string): string[] {
  return title.split('\n');
}

function spoken(title: string[], rest: string): string {
  return [...title, rest].join(' ');
}
