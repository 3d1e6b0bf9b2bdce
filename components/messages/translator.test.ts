import { expect, it } from 'vitest';
import { messagesIn } from '../../messages/messages-in';
import type { Areas } from '../../messages/types';
import { translatorOf } from './translator';

const t = translatorOf<Areas['wall']>('nl', await messagesIn('nl', 'wall'));

it('formats a message of the language', () => {
  expect(t('wall.lateCount', { count: 1_200 })).toBe('1.200 te laat');
});

it('takes only the keys and arguments of the English messages', () => {
  // @ts-expect-error there is no such key
  const wrongKey = () => t('wall.noSuchKey');
  // @ts-expect-error the count is missing
  const missing = () => t('wall.lateCount');
  // @ts-expect-error the argument is called count
  const misnamed = () => t('wall.lateCount', { number: 3 });
  expect([wrongKey, missing, misnamed]).toHaveLength(3);
});
