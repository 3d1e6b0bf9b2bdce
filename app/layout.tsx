import '@fontsource-variable/archivo/wdth.css';
import './globals.css';
import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { PRODUCT } from '../components/brand';
import { pageName } from './page-name';
import { requestLanguage, textsIn } from './request';

export async function generateMetadata(): Promise<Metadata> {
  const [{ language }, sent] = await Promise.all([requestLanguage(), headers()]);
  const name = await pageName(sent.get('x-heatlamp-path') ?? '', language);
  return {
    title: name === null ? PRODUCT : `${name} · ${PRODUCT}`,
    description: (await textsIn(language, 'site'))('site.description'),
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

/** In styles that every browser knows. */
const NEEDS = 'fixed top-0 left-0 z-10 w-full p-4 text-center font-semibold on-warn';

export default async function Layout({ children }: { children: ReactNode }) {
  const [{ language }, sent] = await Promise.all([requestLanguage(), headers()]);
  const texts = await textsIn(language, 'site');
  const needs = texts('site.needs');
  return (
    // A screen reloads when the server has another build. The header is our own (server/pages/prepare-next.ts).
    <html lang={language} data-build={sent.get('x-heatlamp-build')}>
      <body>
        {/* Hidden by what browsers know that run the scripts: since Chrome 88 and Safari 15.4. */}
        <p className={`${NEEDS} supports-[selector(:focus-visible)_and_(aspect-ratio:1)]:hidden`}>{needs}</p>
        <noscript>
          <p className={NEEDS}>{needs}</p>
        </noscript>
        {children}
      </body>
    </html>
  );
}
