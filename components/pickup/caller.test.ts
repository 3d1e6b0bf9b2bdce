import { expect, it } from 'vitest';
import { CALL_MS, createCaller, SPEAKS_AFTER_MS } from './calls';

/** A caller with a clock that is set by hand, and the calls that it played. */
function counter({ isMuted = false } = {}) {
  const sounds: string[] = [];
  const device = { isMuted };
  let now = 0;
  let due: { at: number; then: () => void }[] = [];
  const caller = createCaller({
    chime: () => !device.isMuted && sounds.push(`${now} chime`) > 0,
    say: (number) => sounds.push(`${now} ${number}`),
    after: (ms, then) => {
      const each = { at: now + ms, then };
      due.push(each);
      return () => {
        due = due.filter((other) => other !== each);
      };
    },
  });
  const passes = (ms: number) => {
    const until = now + ms;
    for (;;) {
      const [next] = due.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
      if (!next) break;
      now = next.at;
      due = due.filter((each) => each !== next);
      next.then();
    }
    now = until;
  };
  return { caller, sounds, passes, device };
}

it('a chime, and then the number', () => {
  const { caller, sounds, passes } = counter();
  caller.call(['38']);
  expect(sounds).toEqual(['0 chime']);
  passes(60_000);
  expect(sounds).toEqual(['0 chime', `${SPEAKS_AFTER_MS} 38`]);
});

it('several one after the other, also when one comes while another is called', () => {
  const { caller, sounds, passes } = counter();
  caller.call(['38', '39']);
  passes(2_000);
  caller.call(['40']);
  passes(60_000);
  expect(sounds).toEqual([
    '0 chime',
    `${SPEAKS_AFTER_MS} 38`,
    `${CALL_MS} chime`,
    `${CALL_MS + SPEAKS_AFTER_MS} 39`,
    `${2 * CALL_MS} chime`,
    `${2 * CALL_MS + SPEAKS_AFTER_MS} 40`,
  ]);
  caller.call(['41']);
  expect(sounds.at(-1)).toBe('62000 chime');
});

it('calls only the newest of too many numbers', () => {
  const { caller, sounds, passes } = counter();
  caller.call(['38']);
  caller.call(['39', '40']);
  caller.call(['41', '42']);
  passes(60_000);
  expect(sounds.filter((each) => !each.endsWith('chime')).map((each) => each.split(' ')[1])).toEqual([
    '38',
    '40',
    '41',
    '42',
  ]);
});

it('falls silent when it is closed', () => {
  const { caller, sounds, passes } = counter();
  caller.call(['38', '39']);
  caller.close();
  passes(60_000);
  expect(sounds).toEqual(['0 chime']);
});

it('a number without a chime is not spoken, and not called later', () => {
  const { caller, sounds, passes, device } = counter({ isMuted: true });
  caller.call(['38', '39']);
  device.isMuted = false;
  passes(60_000);
  expect(sounds).toEqual([]);
  caller.call(['40', '41']);
  passes(2_000);
  device.isMuted = true;
  passes(60_000);
  device.isMuted = false;
  caller.call(['42']);
  passes(60_000);
  expect(sounds.map((each) => each.split(' ')[1])).toEqual(['chime', '40', 'chime', '42']);
});
