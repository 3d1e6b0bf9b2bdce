import { languageIn } from './language';

/** Address of the sign-in page, in the language that `query` chooses. It goes on to `path` with `query`. */
export function loginAddress(path: string, query: URLSearchParams): string {
  const chosen = languageIn(query);
  const next = query.size > 0 ? `${path}?${query}` : path;
  return `/login?${new URLSearchParams({ next, ...(chosen && { lang: chosen }) })}`;
}
