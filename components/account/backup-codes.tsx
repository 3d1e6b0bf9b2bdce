import { useTranslations } from 'use-intl';
import { CopyButton } from '../clipboard/copy';
import { BUTTON } from '../manager/page-head';

/** The backup codes, which are shown once. */
export function BackupCodes({ codes }: { codes: readonly string[] }) {
  const t = useTranslations('account');
  return (
    <div className="mt-4">
      <p className="max-w-prose text-pretty">{t('backup.about')}</p>
      <ul
        aria-label={t('backup.label')}
        className="my-4 grid max-w-md gap-x-8 gap-y-1 text-lg tabular-nums sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={codes.join('\n')} what="codes" />
        <button type="button" className={`${BUTTON} print:hidden`} onClick={() => window.print()}>
          {t('backup.print')}
        </button>
      </div>
    </div>
  );
}
