import { headers } from 'next/headers';
import { TablesScreen } from '../../components/tables/tables-screen';
import { deviceLanguages, queryText, type SearchParams } from '../request';

/** The board of tables. The shell holds no data: it comes with the screen's cookie. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const [query, sent] = await Promise.all([searchParams, headers()]);
  return <TablesScreen query={queryText(query)} languages={deviceLanguages(sent)} />;
}
