import { connectScreens } from '../measure/connect-screens';

/** So many screens as they are for a server: sockets that take what comes. */
const { BENCH_URL = '', BENCH_TOKEN = '', BENCH_SCREENS = '100' } = process.env;
const count = Number(BENCH_SCREENS);

await connectScreens({ url: BENCH_URL, token: BENCH_TOKEN, branch: 1 }, count);
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
process.send?.({ connected: count });
