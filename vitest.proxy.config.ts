import { defineConfig } from 'vitest/config';
import { PROXY, shared, withServers } from './vitest.config.ts';

/** `npm run proxy-test`: the built server behind a real nginx and a real Caddy. */
export default defineConfig({ test: { ...shared, ...withServers, include: PROXY } });
