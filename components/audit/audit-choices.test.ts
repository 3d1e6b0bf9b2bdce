import { expect, it } from 'vitest';
import { parsePageQuery } from '../manager/page-query';
import { parseAuditQuery } from './audit-choices';

it.each([
  ['by=%00', 'by', 'characters'],
  [`by=${'x'.repeat(201)}`, 'by', 'text'],
  ['kind=all', 'kind', 'choice'],
  ['cursor=-1', 'cursor', 'cursor'],
])('%s is reported and omitted', (address, parameter, why) => {
  const query = new URLSearchParams(address);
  const parsed = parseAuditQuery(query, parsePageQuery(query, [], { period: 'all', mayAskAll: false }));
  expect(parsed).toMatchObject({ kind: null, by: null, cursor: null, problems: [{ parameter, why }] });
});
