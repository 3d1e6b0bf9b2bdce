import { headers } from 'next/headers';
import { PassScreen } from '../../components/pass/pass-screen';
import { StartAgain } from '../../components/screen/start-again';
import { deviceLanguages } from '../../lib/language';
import { queryText, type SearchParams } from '../request';

/** The pass: every table with its courses. The page is a shell without data: the data needs the screen's cookie. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const [query, sent] = await Promise.all([searchParams, headers()]);
  return (
    <>
      <StartAgain />
      <PassScreen
        query={queryText(query)}
        languages={deviceLanguages(sent.get('accept-language'), sent.get('cookie'))}
      />
    </>
  );
}
