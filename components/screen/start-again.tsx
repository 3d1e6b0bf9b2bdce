import { START_AGAIN } from '../../lib/start-again';

/** Loads the page of a screen again if it could not be loaded whole. Part of the page, so that it needs no other file. */
export function StartAgain() {
  return <script>{START_AGAIN}</script>;
}
