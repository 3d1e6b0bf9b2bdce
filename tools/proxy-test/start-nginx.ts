import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../set-up/project-root.mjs';

/** Starts a real nginx with deploy/nginx.conf on another port and name, in front of a server. Call the result to stop. */
export async function startNginx(folder: string, port: number, serverPort: number): Promise<() => Promise<void>> {
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const openssl = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', certificate];
  execFileSync('openssl', [...openssl, ...subject], { stdio: 'ignore' });
  const site = readFileSync(path.join(projectRoot, 'deploy', 'nginx.conf'), 'utf8')
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace('heatlamp.example.com', 'localhost')
    .replace('/etc/ssl/heatlamp.crt', certificate)
    .replace('/etc/ssl/heatlamp.key', key)
    .replace('127.0.0.1:3000', `127.0.0.1:${serverPort}`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${path.join(folder, name)};`,
  );
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${path.join(folder, 'nginx.pid')}; error_log stderr;
events {}
http {
  access_log ${path.join(folder, 'access.log')};
  ${temporary.join('\n  ')}
${site}}
`,
  );
  mkdirSync(path.join(folder, 'logs'));
  const nginx: ChildProcess = spawn('nginx', ['-p', folder, '-c', file], { stdio: ['ignore', 'inherit', 'inherit'] });
  await once(nginx, 'spawn');
  return async () => {
    nginx.kill();
    await once(nginx, 'exit');
  };
}

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
