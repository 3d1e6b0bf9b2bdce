import type { Translator } from '../messages/translator';
import { agoOf, agoText, momentOf, type Place, sinceText } from '../time/when';
import type { Light } from './lamp';
import type { Link, Standing } from './standing';

type Headline = {
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
export function headlineOf(t: Translator, { standing, link, isOnline, now, clock, place }: Seen): Headline {
  if (link !== 'live') {
    const title = sentences(t(`standing.${link}.title`));
    const announced = t(`standing.${link}.announced`);
    const lead =
      link === 'lost' && !isOnline ? t('standing.lost.offline', { clock }) : t(`standing.${link}.lead`, { clock });
    return { title, lead, note: null, announced, light: 'off' };
  }
  const title = sentences(t(`standing.${standing.is}.title`));
  switch (standing.is) {
    case 'no-subscription':
    case 'nothing-arrived':
    case 'unreadable': {
      const lead = t(`standing.${standing.is}.lead`);
      const light = standing.is === 'nothing-arrived' ? 'dim' : 'off';
      return { title, lead, note: null, announced: spoken(title, lead), light };
    }
    case 'no-screen':
    case 'running': {
      const when = agoText(t, agoOf(standing.lastDeliveryAt, now, place));
      const lead = t(`standing.${standing.is}.lead`, { when });
      return {
        title,
        lead,
        note: null,
        announced: spoken(title, t(`standing.${standing.is}.announced`)),
        light: 'on',
      };
    }
    case 'quiet': {
      const when = sinceText(t, momentOf(standing.lastDeliveryAt, now, place));
      const lead = t('standing.quiet.lead', { when });
      return { title, lead, note: t('standing.quiet.note'), announced: spoken(title, lead), light: 'dim' };
    }
  }
}

/** Splits a title into sentences, between which lines break first. */
function sentences(title: string): string[] {
  return title.split('\n');
}

function spoken(title: string[], rest: string): string {
  return [...title, rest].join(' ');
}
