import { headers } from 'next/headers';
import { StartAgain } from '../../components/screen/start-again';
import { TablesScreen } from '../../components/tables/tables-screen';
import { deviceLanguages } from '../../lib/language';
import { queryText, type SearchParams } from '../request';

/** The board of tables. The page is a shell without data: the data needs the screen's cookie. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const [query, sent] = await Promise.all([searchParams, headers()]);
  return (
    <>
      <StartAgain />
      <TablesScreen
        query={queryText(query)}
        languages={deviceLanguages(sent.get('accept-language'), sent.get('cookie'))}
      />
    </>
  );
}
