import type { RestWords } from './rest-words';

/** The words of a screen that may go to sleep, in Dutch. */
export const restNl: RestWords = {
  rest: {
    maySleep: 'Dit scherm kan in slaap vallen: de browser houdt het niet wakker',
    maySleepInsecure: 'Dit scherm kan in slaap vallen: browsers houden het alleen via HTTPS wakker',
  },
};
