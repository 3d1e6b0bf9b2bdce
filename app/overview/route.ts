import { connection } from 'next/server';
import { loadAnswer } from '../load-answer';

/**
 * What keeps the front page fresh. Not Next's own refresh: when that fails it leaves the page for the browser's error
 * page, and the one moment that this page is for would be gone.
 */
export async function GET(): Promise<Response> {
  await connection();
  return Response.json(await loadAnswer(), { headers: { 'Cache-Control': 'no-store' } });
}
