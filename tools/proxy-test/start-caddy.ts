import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../set-up/project-root.mjs';

/** Starts a real Caddy with deploy/Caddyfile on another port and name, in front of a server. Call the result to stop. */
export async function startCaddy(folder: string, port: number, serverPort: number): Promise<() => Promise<void>> {
  const site = readFileSync(path.join(projectRoot, 'deploy', 'Caddyfile'), 'utf8')
    .replace('heatlamp.example.com', `https://localhost:${port}`)
    .replace('# tls internal', 'tls internal')
    .replace('127.0.0.1:3000', `127.0.0.1:${serverPort}`);
  const file = path.join(folder, 'Caddyfile');
  writeFileSync(
    file,
    `{
  admin off
  log {
    level ERROR
  }
  skip_install_trust
  auto_https disable_redirects
  default_bind 127.0.0.1
  storage file_system ${folder}
}
${site}`,
  );
  const caddy = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await once(caddy, 'spawn');
  return async () => {
    caddy.kill();
    await once(caddy, 'exit');
  };
}
