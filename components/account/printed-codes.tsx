import { useTranslations } from 'use-intl';
import { CopyButton } from '../clipboard/copy';
import { Button } from '../ui/sheet';

type Props = { codes: readonly string[]; about: string; label: string };

/** Codes that are shown once, to be copied or printed. */
export function PrintedCodes({ codes, about, label }: Props) {
  const t = useTranslations('recovery');
  return (
    <div className="mt-4">
      <p className="max-w-prose text-pretty">{about}</p>
      <ul aria-label={label} className="my-4 grid max-w-md gap-x-8 gap-y-1 text-lg tabular-nums sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={codes.join('\n')} what="codes" />
        <Button className="print:hidden" press={() => window.print()}>
          {t('print')}
        </Button>
      </div>
    </div>
  );
}
