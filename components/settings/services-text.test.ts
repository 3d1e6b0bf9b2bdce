import { expect, it } from 'vitest';
import { readServices } from '../../domain/services';
import { servicesText, typedServices } from './typed';

it.each([
  [[{ name: 'late ', start: '21:30' }]],
  [[{ name: '', start: '11:00' }]],
  [[{ name: '', start: '' }]],
  [
    [
      { name: 'lunch', start: '11:00' },
      { name: '', start: '' },
    ],
  ],
  [
    [
      { name: 'late', start: '' },
      { name: ' x', start: '16:00' },
    ],
  ],
])('whatever is being typed stays: %j', (typed) => {
  expect(typedServices(servicesText(typed))).toEqual(typed);
});

it('complete services survive writing and reading', () => {
  const typed = typedServices('lunch 9:05, late dinner 16:00');
  expect(typed).toEqual([
    { name: 'lunch', start: '09:05' },
    { name: 'late dinner', start: '16:00' },
  ]);
  expect(servicesText(typed)).toBe('lunch 09:05, late dinner 16:00');
});

it('incomplete services are not saved', () => {
  expect(readServices(servicesText([{ name: 'lunch', start: '' }]))).toBeNull();
  expect(readServices(servicesText([{ name: '', start: '11:00' }]))).toBeNull();
});

it('a comma would split a name', () => {
  expect(servicesText([{ name: 'tea, high', start: '15:00' }])).toBe('tea high 15:00');
});
