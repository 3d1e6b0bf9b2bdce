import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { OfficeFrame } from '../../components/office/office-frame';
import { managerBehind } from '../../server/read/page-manager';
import { askedLanguage } from '../language';

/** The frame of all manager's pages. It guards nothing: each page does so by itself. */
export default async function Layout({ children }: { children: ReactNode }) {
  const [sent, { language }] = await Promise.all([headers(), askedLanguage()]);
  const manager = await managerBehind(sent.get('cookie'));
  return (
    <OfficeFrame language={language} name={manager?.name ?? null}>
      {children}
    </OfficeFrame>
  );
}
