import { defineConfig } from 'vitest/config';
import { PROXY, shared, withServers } from './vitest.config';

/** `npm run proxy-test`: the built server behind a real nginx. */
export default defineConfig({ test: { ...shared, ...withServers, include: [PROXY] } });
