import { useTranslations } from 'use-intl';
import type { ServesReport, WorkplaceServes } from '../../contract/reports';
import { useNumbers } from './use-numbers';

/** Says how often *served* was pressed (F15d, F15e). */
export function useServesText() {
  const t = useTranslations('manager.serves');
  const { number, percent } = useNumbers();
  return {
    /** Said beside what depends on serves that are rarely pressed. */
    rare: t('rare'),
    /** `Served was pressed for 62 % of 340 courses; at workplace 3 for 20 %`, with those of several workplaces to name. */
    pressed({ n, pressed, workplaces }: ServesReport, isNamed: (workplace: WorkplaceServes) => boolean): string {
      const total = t('pressed', { share: percent(pressed / n, 0), count: number(n) });
      const named = workplaces.length > 1 ? workplaces.filter(isNamed) : [];
      const places = named.map(({ workplace, ...its }) => {
        const share = percent(its.pressed / its.n, 0);
        return workplace === null ? t('atUnknown', { share }) : t('at', { workplace: String(workplace), share });
      });
      return places.length === 0 ? total : `${total}; ${places.join(', ')}`;
    },
  };
}
