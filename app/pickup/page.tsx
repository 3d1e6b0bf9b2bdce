import { headers } from 'next/headers';
import { PickupScreen } from '../../components/pickup/pickup-screen';
import { StartAgain } from '../../components/screen/start-again';
import { deviceLanguages } from '../../lib/language';
import { queryText, type SearchParams } from '../request';

/** The board for guests at a counter. The page is a shell without data: the data needs the screen's cookie. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const [query, sent] = await Promise.all([searchParams, headers()]);
  return (
    <>
      <StartAgain />
      <PickupScreen
        query={queryText(query)}
        languages={deviceLanguages(sent.get('accept-language'), sent.get('cookie'))}
      />
    </>
  );
}
