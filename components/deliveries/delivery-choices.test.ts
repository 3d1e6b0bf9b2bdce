import { expect, it } from 'vitest';
import { parsePageQuery } from '../manager/page-query';
import { parseDeliveryQuery } from './delivery-choices';

it.each(['%00', 'x'.repeat(61)])('the id of a delivery that cannot exist is omitted: %s', (id) => {
  const query = new URLSearchParams(`delivery=${id}`);
  const page = parsePageQuery(query, [], { period: 'all', mayAskAll: false });
  expect(parseDeliveryQuery(query, page).chosen.delivery).toBeNull();
});
