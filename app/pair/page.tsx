import { headers } from 'next/headers';
import { PairScreen } from '../../components/pairing/pair-screen';
import { deviceLanguages } from '../request';

export default async function Page() {
  return <PairScreen languages={deviceLanguages(await headers())} />;
}
