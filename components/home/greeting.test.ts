import { expect, it } from 'vitest';
import type { Language } from '../../lib/language';
import { translatorOf } from '../messages/translator';
import { catalogueOf } from '../testing/catalogue';
import { greetingOf, type KnownDevice } from './greeting';

const MESSAGES = await catalogueOf('home');

const harbour = { number: 4, name: 'Harbour' };
const unnamed = { number: 7, name: null };
const screen: KnownDevice = { is: 'paired', name: 'Hot kitchen', view: 'kitchen', branches: [harbour] };
const greeted = (device: KnownDevice, language: Language = 'en') =>
  greetingOf(translatorOf(language, MESSAGES[language]), device, language);

it('a screen is greeted by its name and its branch', () => {
  expect(greeted({ ...screen, branches: [harbour] })).toEqual({
    title: 'Hello, Hot kitchen.',
    lead: 'This screen is paired with Harbour. Choose what it shows.',
  });
});

it('a choice is requested only if there is one', () => {
  expect(greeted({ ...screen, branches: [harbour, unnamed] }).lead).toBe(
    'This screen is paired with Harbour and branch 7. Choose what it shows.',
  );
  expect(greeted({ ...screen, branches: [harbour, unnamed] }, 'nl').lead).toBe(
    'Dit scherm is gekoppeld aan Harbour en vestiging 7. Kies wat het toont.',
  );
  expect(greeted({ ...screen, view: 'pickup' }).lead).toBe('This screen is paired with Harbour.');
});

it.each(['api', 'of-tomorrow'])('view %s has no page, and the text says so', (view) => {
  expect(greeted({ ...screen, view, branches: [harbour] }).lead).toMatch(/no page for it/);
});

it.each(['revoked', 'unknown'] as const)('a screen that is %s is let in by a manager', (is) => {
  expect(greeted({ is }).lead).toMatch(/A manager lets it/);
  expect(greeted({ is }, 'nl').lead).toMatch(/Een manager laat het er/);
});

it('a name is shown unchanged, whatever it contains', () => {
  const name = '{name} <b>’t Hoekje</b> 🔥';
  expect(greeted({ ...screen, name, branches: [harbour] }).title).toBe(`Hello, ${name}.`);
});
