import { expect, it } from 'vitest';
import { MAX_VISITS } from '../../contract/constants';
import { toText } from './to-text';

it('prints what a change was, and which table a visit had', () => {
  const change = { action: 'setting', before: { value: 30 }, after: { branches: [1, 2] }, query: null };
  expect(toText('audit list', [change])).toBe(
    'action setting · before {"value":30} · after {"branches":[1,2]} · query –',
  );
  const visit = { id: 7, table: { number: '41', subNumber: '1' }, name: 'Smith' };
  expect(toText('guest find', [visit])).toBe('id 7 · table {"number":"41","subNumber":"1"} · name Smith');
});

it('says that more visits may have been found than it lists', () => {
  const visits = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));
  expect(toText('guest find', visits(MAX_VISITS))).toContain('there may be more: narrow the search');
  for (const [name, count] of [
    ['guest find', MAX_VISITS - 1],
    ['audit list', MAX_VISITS],
  ] as const)
    expect(toText(name, visits(count))).not.toContain('narrow');
});

it('prints a name with line ends and control characters as text', () => {
  const visit = { id: 1, name: 'Smith\nid 2 · name \u001b]0;owned\u0007\u009b2J', table: null };
  expect(toText('guest find', [visit])).toBe(
    'id 1 · name Smith\ufffdid 2 · name \ufffd]0;owned\ufffd\ufffd2J · table –',
  );
});
