import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'esbuild';
import { Server } from 'socket.io';
import { serveParent } from '../harness/child';
import type { ServerAccess } from './chromium';

/**
 * The baseline: a minimal Socket.IO server broadcasts each body unchanged, and a minimal page appends a card to a list.
 * Nothing is verified, stored, folded or sorted.
 */
const PAGE = `<!doctype html><title>Baseline</title><ul></ul><script src="/client.js"></script><script>
  const list = document.querySelector('ul');
  const socket = io({ transports: ['websocket'] });
  socket.on('connect', () => { list.dataset.level = 'live'; });
  socket.on('board:changed', ({ table }) => {
    const card = document.createElement('li');
    card.dataset.ticket = table.number;
    card.innerHTML = '<h2></h2>';
    card.firstChild.textContent = table.number;
    list.append(card);
    if (list.children.length > 48) list.firstChild.remove();
  });
</script>`;

const bundled = await build({
  stdin: { contents: "import { io } from 'socket.io-client'; window.io = io;", resolveDir: import.meta.dirname },
  bundle: true,
  minify: true,
  write: false,
  platform: 'browser',
});
const client = bundled.outputFiles[0]?.text ?? '';

const server = createServer(async (request, response) => {
  if (request.method === 'POST') {
    const body = JSON.parse(await textOf(request)) as object;
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    io.emit('board:changed', body);
    return;
  }
  const isScript = request.url === '/client.js';
  response.writeHead(200, { 'Content-Type': isScript ? 'text/javascript' : 'text/html' }).end(isScript ? client : PAGE);
});
const io = new Server(server, { transports: ['websocket'], serveClient: false, perMessageDeflate: false });

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

server.listen(0, '127.0.0.1', () => {
  const served: ServerAccess = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: '' };
  serveParent(served);
});
