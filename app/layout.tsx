import '@fontsource-variable/archivo/wdth.css';
import './globals.css';
import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import { PRODUCT } from '../components/brand';
import { siteTranslator } from '../components/messages/site';
import { requestLanguage } from './language';

export async function generateMetadata(): Promise<Metadata> {
  const { language } = await requestLanguage();
  return {
    title: PRODUCT,
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
  const { language } = await requestLanguage();
  return (
    <html lang={language}>
      <body>{children}</body>
    </html>
  );
}
