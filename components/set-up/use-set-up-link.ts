import { useEffect, useState } from 'react';
import { useAddress } from '../browser-values';
import { lookAtSetUpLink } from '../login/auth-over-http';

/**
 * The link that opened this page: `none` without one, `unknown` for one that Heatlamp does not show now, `taken` once
 * there is an owner.
 */
export type SetUpLink =
  | { is: 'none' | 'looking' | 'unknown' | 'taken' | 'unreachable' }
  | { is: 'good'; token: string };

const AGAIN_MS = 3_000;

/** The token stays in the address until it is used, so that the page can be loaded again. */
export function useSetUpLink(): SetUpLink {
  const token = useAddress().hash.slice(1);
  const [link, setLink] = useState<SetUpLink>({ is: 'none' });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const look = async () => {
      const answer = await lookAtSetUpLink(token);
      if (isOver) return;
      if (answer.ok) return setLink({ is: 'good', token });
      const { kind } = answer.trouble;
      if (kind === 'link' || kind === 'owner') return setLink({ is: kind === 'owner' ? 'taken' : 'unknown' });
      setLink({ is: 'unreachable' });
      timer = setTimeout(() => void look(), AGAIN_MS);
    };
    if (token === '') setLink({ is: 'none' });
    else {
      setLink({ is: 'looking' });
      void look();
    }
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [token]);
  return link;
}
