import type { MetadataRoute } from 'next';
import { PRODUCT } from '../components/brand';

const DARK = '#0f1113';

/** What a device needs to install Heatlamp: it opens without the browser's bars, on the page of its pairing. */
export default function manifest(): MetadataRoute.Manifest {
  return {
    name: PRODUCT,
    short_name: PRODUCT,
    start_url: '/',
    scope: '/',
    display: 'fullscreen',
    display_override: ['fullscreen', 'standalone'],
    background_color: DARK,
    theme_color: DARK,
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  };
}
