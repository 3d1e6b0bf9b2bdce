import { parentPort, workerData } from 'node:worker_threads';
import { getResponder } from '@homebridge/ciao';
import type { LocalNameNews, LocalNameWish } from './local-name';

const report = (news: LocalNameNews) => parentPort?.postMessage(news);
const responder = getResponder();
const { host, port, listensOn } = workerData as LocalNameWish;
const [hostname = host] = host.split('.');
const service = responder.createService({
  name: hostname,
  type: 'http',
  hostname,
  port,
  disabledIpv6: listensOn === '0.0.0.0',
  // Without a text, the library takes its own announcement for that of another device, and never ends probing.
  txt: { path: '/' },
});
let isTaken = false;
let isClosing = false;

async function close(): Promise<void> {
  if (isClosing) return;
  isClosing = true;
  // Tells the network that the name is free.
  await responder.shutdown();
  process.exit();
}

// The library would continue as `heatlamp-(2)`, a name that people do not know.
service.on('hostname-change', () => {
  isTaken = true;
  report({ isTaken });
});
parentPort?.on('message', () => void close());
await service.advertise();
if (isTaken) await close();
else report({ isTaken });
