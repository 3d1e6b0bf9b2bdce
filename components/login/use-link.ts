import { useEffect, useState } from 'react';
import { lookAtLink, type Trouble } from './auth-over-http';

/** The one-time link that this page was opened by. */
export type Link =
  | { is: 'none' }
  | { is: 'looking' }
  | { is: 'good'; token: string; name: string }
  | { is: 'bad'; trouble: Trouble };

/**
 * Takes the token out of the address, where a glance over a shoulder, the history and a copied address would find it,
 * and asks whose it is. Another link put into this page counts anew.
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
