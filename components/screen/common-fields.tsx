'use client';

import { useTranslations } from 'use-intl';
import { LANGUAGES } from '../messages/language';
import type { Chosen } from './chosen';
import { NumberField, PickField } from './fields';
import { PALETTES, type ScreenOptions, THEMES } from './screen-choices';

type Props<Options extends ScreenOptions> = { chosen: Chosen<Options> };

/** Fields for the look: theme and palette. */
export function LookFields<Options extends ScreenOptions>({ chosen }: Props<Options>) {
  const words = useTranslations('look');
  return (
    <>
      <PickField
        chosen={chosen}
        name="theme"
        label={words('theme')}
        values={THEMES}
        say={(theme) => words(`themes.${theme}`)}
      />
      <PickField
        chosen={chosen}
        name="palette"
        label={words('palette')}
        values={PALETTES}
        say={(palette) => words(`palettes.${palette}`)}
      />
    </>
  );
}

export function ZoomField<Options extends ScreenOptions>({ chosen }: Props<Options>) {
  const words = useTranslations('look');
  return <NumberField chosen={chosen} name="zoom" label={words('zoom')} step={1} />;
}

export function LanguageField<Options extends ScreenOptions>({ chosen }: Props<Options>) {
  const words = useTranslations('look');
  return (
    <PickField
      chosen={chosen}
      name="lang"
      label={words('lang')}
      values={['', ...LANGUAGES]}
      say={(lang) => words(`langs.${lang === '' ? 'device' : lang}`)}
    />
  );
}
