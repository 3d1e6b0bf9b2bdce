'use client';

import { useTranslations } from 'use-intl';
import { LANGUAGE_NAMES, LANGUAGES } from '../../lib/language';
import type { Chosen } from './chosen';
import { NumberField, PickField } from './fields';
import { PALETTES, type ScreenOptions, THEMES } from './screen-options';

type Props<Options extends ScreenOptions> = { chosen: Chosen<Options> };

/** Fields for the look: theme and palette. */
export function LookFields<Options extends ScreenOptions>({ chosen }: Props<Options>) {
  const t = useTranslations('look');
  return (
    <>
      <PickField
        chosen={chosen}
        name="theme"
        label={t('theme')}
        values={THEMES}
        labelOf={(theme) => t(`themes.${theme}`)}
      />
      <PickField
        chosen={chosen}
        name="palette"
        label={t('palette')}
        values={PALETTES}
        labelOf={(palette) => t(`palettes.${palette}`)}
      />
    </>
  );
}

export function ZoomField<Options extends ScreenOptions>({ chosen }: Props<Options>) {
  const t = useTranslations('look');
  return <NumberField chosen={chosen} name="zoom" label={t('zoom')} step={1} />;
}

export function LanguageField<Options extends ScreenOptions>({ chosen }: Props<Options>) {
  const t = useTranslations('look');
  return (
    <PickField
      chosen={chosen}
      name="lang"
      label={t('lang')}
      values={['', ...LANGUAGES]}
      labelOf={(lang) => (lang === '' ? t('langOfDevice') : LANGUAGE_NAMES[lang])}
    />
  );
}
