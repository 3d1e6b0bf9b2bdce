import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { ManagerFrame } from '../../components/manager/manager-frame';
import { managerFromCookies } from '../../server/pages/page-server';
import { requestLanguage } from '../language';

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
    <ManagerFrame language={language} manager={viewer}>
      {children}
    </ManagerFrame>
  );
}
