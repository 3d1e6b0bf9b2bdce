import '@fontsource-variable/archivo/wdth.css';
import './globals.css';
import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { PRODUCT } from '../components/brand';
import { siteTranslator } from '../components/messages/site';
import { requestLanguage } from './language';
import { pageName } from './page-name';

export async function generateMetadata(): Promise<Metadata> {
  const [{ language }, sent] = await Promise.all([requestLanguage(), headers()]);
  const name = pageName(sent.get('x-heatlamp-path') ?? '', language);
  return {
    title: name === null ? PRODUCT : `${name} · ${PRODUCT}`,
    description: siteTranslator(language)('site.description'),
    icons: { apple: '/apple-touch-icon.png' },
    robots: { index: false, follow: false },
  };
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fbfaf6' },
    { media: '(prefers-color-scheme: dark)', color: '#0f1113' },
  ],
};

export default async function Layout({ children }: { children: ReactNode }) {
  const [{ language }, sent] = await Promise.all([requestLanguage(), headers()]);
  return (
    // A screen reloads when the server has another build. The header is our own (server/pages/prepare-next.ts).
    <html lang={language} data-build={sent.get('x-heatlamp-build')}>
      <body>{children}</body>
    </html>
  );
}
