import { OwnerPage } from '../../components/set-up/owner-page';
import { requestLanguage } from '../language';

/** Where the link leads that Heatlamp prints while it has no owner. */
export default async function Page() {
  return <OwnerPage {...(await requestLanguage())} />;
}
