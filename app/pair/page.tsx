import { PairScreen } from '../../components/pairing/pair-screen';
import { requestLanguage } from '../language';

export default async function Page() {
  return <PairScreen {...(await requestLanguage())} />;
}
