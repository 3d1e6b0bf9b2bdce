import { connectScreens } from '../measure/connect-screens';

/** Screens as a server sees them: sockets that receive everything. */
const { BENCH_URL = '', BENCH_TOKEN = '', BENCH_SCREENS = '100' } = process.env;
const count = Number(BENCH_SCREENS);

await connectScreens({ url: BENCH_URL, token: BENCH_TOKEN, branch: 1 }, count);
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
process.send?.({ connected: count });
