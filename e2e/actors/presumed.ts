import { expect, type Locator, type Page } from '@playwright/test';
import { MAINS, type Party, type Pos, type Seat, STARTERS } from './pos';

/** The line on a page that counts the courses that are presumed served (F22), and the list that it opens. */
type PresumedLine = {
  place: Locator;
  shows: (text: string | RegExp) => Promise<void>;
  isGone: () => Promise<void>;
  /** Opens the list. */
  opens: () => Promise<Locator>;
  /** Says in the opened list that a course is still here. */
  says: (where: string, course: string) => Promise<void>;
  /** Brings a course back in the list, and closes it. */
  bringsBack: (where: string, course: string) => Promise<void>;
  confirmsAll: () => Promise<void>;
};

export function presumedLine(page: Page): PresumedLine {
  const place = page.getByRole('region', { name: 'Probably served' });
  const list = page.getByRole('dialog', { name: 'Probably served' });
  const opens = async () => {
    await place.getByRole('button', { name: 'Look' }).click();
    await expect(list).toBeVisible();
    return list;
  };
  const stillHere = (where: string, course: string) =>
    list.getByRole('button', { name: `Still here: ${where}, ${course}` });
  return {
    place,
    shows: (text) => expect(place).toContainText(text),
    isGone: () => expect(place).toHaveCount(0),
    opens,
    says: (where, course) => stillHere(where, course).click(),
    async bringsBack(where, course) {
      await opens();
      const item = stillHere(where, course);
      await item.click();
      await expect(item).toHaveCount(0);
      if (await list.isVisible()) await list.getByRole('button', { name: 'Close' }).click();
    },
    confirmsAll: () => place.getByRole('button', { name: 'Yes, all served' }).click(),
  };
}

/** Creates a party whose starters are presumed served, because its mains, which became ready later, were served. */
export async function servesLaterOnly(pos: Pos, seat: Seat): Promise<Party> {
  const party = pos.seats(seat);
  await pos.starts(party, STARTERS, { minutesAgo: 45 });
  await pos.completes(party, STARTERS, { minutesAgo: 38 });
  await pos.starts(party, MAINS, { minutesAgo: 37 });
  await pos.completes(party, MAINS, { minutesAgo: 36 });
  await pos.serves(party, MAINS, { minutesAgo: 35 });
  return party;
}
