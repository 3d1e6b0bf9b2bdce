import { headers } from 'next/headers';
import { ReadyScreen } from '../../components/ready/ready-screen';
import { deviceLanguages, queryText, type SearchParams } from '../request';

/** The board for waiters: what is ready and waits on the pass. The shell holds no data: it comes with the screen's cookie. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const [query, sent] = await Promise.all([searchParams, headers()]);
  return <ReadyScreen query={queryText(query)} languages={deviceLanguages(sent)} />;
}
