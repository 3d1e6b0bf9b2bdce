import { PairScreen } from '../../components/pairing/pair-screen';
import { askedLanguage } from '../language';

export default async function Page() {
  return <PairScreen {...(await askedLanguage())} />;
}
