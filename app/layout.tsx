import '@fontsource-variable/archivo/wdth.css';
import './globals.css';
import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import { en } from '../components/words/en';

export const metadata: Metadata = {
  title: en.product,
  description: en.description,
  robots: { index: false, follow: false },
};

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fbfaf6' },
    { media: '(prefers-color-scheme: dark)', color: '#0f1113' },
  ],
};

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang={en.language}>
      <body>{children}</body>
    </html>
  );
}
