import { describe, expect, it } from 'vitest';
import { messagesIn } from '../../messages/messages-in';
import { translatorOf } from '../messages/translator';
import { headlineOf as headlineIn, type Seen } from './headline';
import type { Standing } from './standing';

const NOW = Date.parse('2026-06-19T19:02:11+02:00');
const RUNNING: Standing = { is: 'running', lastDeliveryAt: NOW - 12_000 };
const seen: Seen = {
  standing: RUNNING,
  link: 'live',
  isOnline: true,
  now: NOW,
  clock: '19:02:11',
  place: { timeZone: 'Europe/Amsterdam', locale: 'en-GB' },
};

const t = translatorOf('en', await messagesIn('en', 'home', 'when'));
const headlineOf = (what: Seen) => headlineIn(t, what);

describe('the headline', () => {
  it('is calm if all is well', () => {
    expect(headlineOf(seen)).toMatchObject({
      title: ['Running.'],
      lead: 'Last message 12 s ago from the POS',
      light: 'on',
    });
  });

  it('says since when the POS has been silent', () => {
    const quiet: Standing = { is: 'quiet', lastDeliveryAt: Date.parse('2026-06-19T14:02:40+02:00') };
    expect(headlineOf({ ...seen, standing: quiet }).lead).toBe('Nothing from the POS since 14:02');
    const sinceYesterday: Standing = { is: 'quiet', lastDeliveryAt: Date.parse('2026-06-18T21:40:00+02:00') };
    expect(headlineOf({ ...seen, standing: sinceYesterday }).lead).toBe('Nothing from the POS since yesterday 21:40');
  });

  it.each(['slow', 'lost'] as const)('never says that the server runs while the link is %s', (link) => {
    const { title, lead, announced, light } = headlineOf({ ...seen, link });
    expect([...title, lead, announced].join(' ')).not.toMatch(/running|ago/i);
    expect(lead).toContain('19:02:11');
    expect(light).toBe('off');
  });

  it('distinguishes a device without a network from an unreachable server', () => {
    expect(headlineOf({ ...seen, link: 'lost', isOnline: false }).lead).toMatch(/^This device has no network/);
  });

  it('announces no time that changes every second', () => {
    const later = { ...seen, now: NOW + 30_000 };
    for (const is of ['running', 'no-screen'] as const) {
      const standing: Standing = { is, lastDeliveryAt: NOW };
      expect(headlineOf({ ...later, standing }).announced).toBe(headlineOf({ ...seen, standing }).announced);
    }
    const silent = { ...seen, link: 'lost' } as const;
    expect(headlineOf({ ...silent, now: later.now }).announced).toBe(headlineOf(silent).announced);
  });
});
