import { createHash } from 'node:crypto';
import { START_AGAIN } from '../../lib/start-again';
import type { RenderedPage } from './page-messages';

/**
 * Styles may be inline, because React writes style attributes. A page of this server may show another in a frame.
 * Scripts are those of the build, and those that Next, React and a screen write into the page, each by its hash.
 */
const POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
];

const INLINE_SCRIPT = /<script\b(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/gi;
/** How the scripts of Next, its bundler and React begin. Another one in a page is not ours, and gets no hash. */
const OURS =
  /^(?:\(?globalThis\["TURBOPACK"\]|\(?self\.__next_\w+|\$R[A-Z]\b|requestAnimationFrame\(function\(\)\{\$R)/;

/** A page with the policy that its browser enforces. Other documents are returned as they are. */
export function withPolicy(page: RenderedPage): RenderedPage {
  if (!String(page.headers['content-type']).startsWith('text/html')) return page;
  const scripts = [...new TextDecoder().decode(page.body).matchAll(INLINE_SCRIPT)].map(([, script = '']) => script);
  const hashes = scripts.filter((script) => script === START_AGAIN || OURS.test(script)).map(hashOf);
  const policy = [...POLICY, ["script-src 'self'", ...new Set(hashes)].join(' ')].join('; ');
  return { ...page, headers: { ...page.headers, 'content-security-policy': policy } };
}

function hashOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}
