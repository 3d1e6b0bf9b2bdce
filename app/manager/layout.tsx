import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { ManagerFrame } from '../../components/manager/manager-frame';
import { InLanguage } from '../../components/messages/with-messages';
import { messagesIn } from '../../messages/messages-in';
import { managerFromCookies } from '../../server/pages/page-server';
import { requestLanguage } from '../request';

/** Layout of all manager pages. It does not check access: each page does. */
export default async function Layout({ children }: { children: ReactNode }) {
  const [sent, { language }] = await Promise.all([headers(), requestLanguage()]);
  const manager = await managerFromCookies(sent.get('cookie'));
  const viewer = manager && {
    name: manager.name,
    isOwner: manager.role === 'owner',
    hasSecondFactor: manager.hasSecondFactor,
  };
  return (
    <InLanguage language={language} messages={await messagesIn(language, 'manager')}>
      <ManagerFrame manager={viewer}>{children}</ManagerFrame>
    </InLanguage>
  );
}
