import { existsSync } from 'node:fs';
import path from 'node:path';

process.env['NEXT_TELEMETRY_DISABLED'] ??= '1'; // here, because every way of starting Next reads this file first

/** The kitchen page has 210 kB at most: what no screen uses is left out. */
const WEBSOCKET_ONLY = { loaders: ['./tools/set-up/websocket-only.cjs'] };

/** Elsewhere the pages are built once, and the cache of the build takes 80 MB for nothing. */
const isForDevelopment = existsSync(path.join(import.meta.dirname, 'node_modules', '.heatlamp-installed'));

/** @type {import('next').NextConfig} */
export default {
  reactStrictMode: true,
  ...(process.env['HEATLAMP_RELEASE'] === '1' ? { output: 'standalone', env: { HEATLAMP_RELEASE: '1' } } : {}),
  poweredByHeader: false,
  // In development a page opened as 127.0.0.1 would never hydrate: only `localhost` is allowed by itself.
  allowedDevOrigins: ['127.0.0.1', '[::1]'],
  // Else a lockfile in a folder above makes that folder the root.
  turbopack: {
    root: import.meta.dirname,
    rules: {
      '**/engine.io-client/build/esm/index.js': WEBSOCKET_ONLY,
      '**/engine.io-client/build/esm/transports/index.js': WEBSOCKET_ONLY,
      '**/messages/*/*.json': { loaders: ['./tools/set-up/compile-messages.cjs'] },
    },
    resolveAlias: { 'use-intl/format-message': 'use-intl/format-message/format-only' },
  },
  // Types are checked by `npm test`, tests and tools included; a restaurant's box only builds.
  typescript: { ignoreBuildErrors: true },
  agentRules: false,
  // No page has images that are made smaller: nobody may have it done, nor have what they asked for written to the log.
  images: { unoptimized: true },
  // Nobody's page may put one of these into a frame of its own and have somebody click in it unseen.
  headers: async () => [
    {
      source: '/:path*',
      headers: [
        { key: 'Content-Security-Policy', value: "frame-ancestors 'self'; object-src 'none'; base-uri 'self'" },
        { key: 'X-Content-Type-Options', value: 'nosniff' },
        { key: 'Referrer-Policy', value: 'same-origin' },
      ],
    },
  ],
  // A restaurant's box opens two or three of the pages: the others' code is not loaded beforehand.
  experimental: { preloadEntriesOnStart: false, turbopackFileSystemCacheForBuild: isForDevelopment },
};
