import { useEffect, useState } from 'react';
import type { InstantText } from '../../contract/live';
import type { ServesReport } from '../../contract/reports';
import { readAsManager } from '../manager/fetch-as-manager';

const AGAIN_MS = 60_000;

/** F20g: how often *served* was pressed in a branch since an instant, asked once a minute; null until that is known. */
export function useServes(branch: number, since: InstantText | null): ServesReport | null {
  const [serves, setServes] = useState<ServesReport | null>(null);
  useEffect(() => {
    if (since === null) return;
    let isOver = false;
    const ask = async () => {
      const query = new URLSearchParams({ branch: String(branch), from: since });
      const answer = await readAsManager<ServesReport>(`/api/v1/history/serves?${query}`, 'workplaces');
      if (answer && !isOver) setServes(answer);
    };
    void ask();
    const timer = setInterval(ask, AGAIN_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
      setServes(null);
    };
  }, [branch, since]);
  return serves;
}
