import { headers } from 'next/headers';
import { connection } from 'next/server';
import { FrontPage } from '../components/front/front-page';
import { loadAnswer } from './load-answer';

export default async function Page() {
  await connection(); // the reader exists in the running server only, never while the pages are built
  const [answer, sent] = await Promise.all([loadAnswer(), headers()]);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const origin = `${sent.get('x-forwarded-proto')?.split(',')[0] ?? 'http'}://${sent.get('host') ?? 'localhost'}`;
  return <FrontPage first={answer} guess={{ timeZone, origin }} />;
}
