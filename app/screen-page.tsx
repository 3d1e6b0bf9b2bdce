import { headers } from 'next/headers';
import type { ComponentType } from 'react';
import { deviceLanguages } from '../lib/language';
import { START_AGAIN } from '../lib/start-again';
import { queryText, type SearchParams } from './request';

/** The page's query, and the device's languages. */
type ScreenProps = { query: string; languages: readonly string[] };

/**
 * The page of a screen: a shell without data, because the data needs the screen's cookie. Its script loads it again if it
 * could not be loaded whole, and is part of the page, so that it needs no other file.
 */
export function screenPage(Screen: ComponentType<ScreenProps>) {
  return async function Page({ searchParams }: { searchParams: SearchParams }) {
    const [query, sent] = await Promise.all([searchParams, headers()]);
    return (
      <>
        <script>{START_AGAIN}</script>
        <Screen query={queryText(query)} languages={deviceLanguages(sent.get('accept-language'), sent.get('cookie'))} />
      </>
    );
  };
}
