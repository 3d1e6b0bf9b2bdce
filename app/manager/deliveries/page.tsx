import { headers } from 'next/headers';
import { DeliveriesPage } from '../../../components/deliveries/deliveries-page';
import { DELIVERIES, parseJournalQuery } from '../../../components/deliveries/journal-choices';
import { branchSpan } from '../../../components/manager/page-query';
import { Problems } from '../../../components/manager/problems';
import { JOURNAL_PAGE_WORDS } from '../../../components/words/journal-words';
import { WithWords } from '../../../components/words/with-words';
import { pageServer } from '../../../server/read/page-reader';
import type { SearchParams } from '../../request';
import { managerContext } from '../manager-context';
import { loadJournal } from './load-journal';

/** Deliveries of the POS with their outcomes, refused requests, and the settings to enter in the POS. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { branches, query, pageQuery } = await managerContext(DELIVERIES, searchParams, {
    period: 'all',
    mayAskAll: false,
  });
  const [sent, server] = [await headers(), pageServer()];
  const { chosen, problems } = parseJournalQuery(query, pageQuery);
  const numbers = branches.map(({ number }) => number);
  const isOfAll = server.areAll(numbers);
  const { branch } = pageQuery;
  const span = branch && !pageQuery.isAlways ? branchSpan(pageQuery, branch) : null;
  const hasJournal = branch !== null && (chosen.part === 'journal' || chosen.part === 'unreadable');
  const journal = branch ? await loadJournal(branch.number, numbers, isOfAll, chosen, span, hasJournal) : null;
  // Expanding a delivery must not render the page again.
  const address = new URLSearchParams(query);
  address.delete('delivery');
  const origin = `${sent.get('x-forwarded-proto')?.split(',')[0] ?? 'http'}://${sent.get('host') ?? 'localhost'}`;
  return (
    <WithWords words={JOURNAL_PAGE_WORDS}>
      <Problems problems={problems} />
      <DeliveriesPage
        pageQuery={pageQuery}
        chosen={chosen}
        address={address.toString()}
        journal={journal && { ...journal, span }}
        refusals={isOfAll ? server.refusals() : null}
        subscriptions={await server.subscriptions()}
        origin={origin}
        now={server.now()}
        timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}
      />
    </WithWords>
  );
}
