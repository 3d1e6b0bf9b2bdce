import type { WhenWords } from './when-words';

/** How long ago, or when, in Dutch. */
export const whenNl: WhenWords = {
  when: {
    now: 'zojuist',
    seconds: '{count} s geleden',
    minutes: '{count} min geleden',
    today: 'vandaag {clock}',
    yesterday: 'gisteren {clock}',
    weekday: '{weekday} {clock}',
    date: '{date} {clock}',
  },
};
