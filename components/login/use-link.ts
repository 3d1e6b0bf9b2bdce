import { useEffect, useState } from 'react';
import { lookAtLink, type Trouble } from './auth-over-http';

/** The one-time link that opened this page. */
export type Link =
  | { is: 'none' }
  | { is: 'looking' }
  | { is: 'good'; token: string; name: string }
  | { is: 'bad'; trouble: Trouble };

/**
 * Removes the token from the address, where others could see it and the history would keep it, and asks for its user. A
 * new link in the same page is handled too.
 */
export function useLink(): Link {
  const [link, setLink] = useState<Link>({ is: 'none' });

  useEffect(() => {
    const take = async () => {
      const token = window.location.hash.slice(1);
      if (token === '') return;
      window.history.replaceState(window.history.state, '', `${window.location.pathname}${window.location.search}`);
      setLink({ is: 'looking' });
      const answer = await lookAtLink(token);
      setLink(answer.ok ? { is: 'good', token, name: answer.value.name } : { is: 'bad', trouble: answer.trouble });
    };
    void take();
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);

  return link;
}
