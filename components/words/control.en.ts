/** The words of how a wall is worked, in English: its keys and its first touch. */
export const controlEn = {
  control: {
    legend: 'Keys',
    space: 'Space',
    does: {
      select: 'select card 1 to 10',
      bump: 'bump card 1 to 20 at once',
      move: 'select another card',
      nextPage: 'next page',
      previousPage: 'previous page',
      act: 'do what a touch on the selected card does',
      undo: 'undo',
      recall: 'last 30 minutes',
      sort: 'next order of the cards',
      mute: 'no sound for a minute',
      fullScreen: 'full screen',
      legend: 'these keys',
    },
    sorted: 'Order: {sort}',
    muted: 'No sound for a minute',
    unmuted: 'Sound is on again',
    noSound: 'Sound is off on this screen',
    noFullScreen: 'This browser allows no full screen here',
    touchHides: 'A touch hides a card on this screen only. Undo or Backspace brings it back; so does Recall.',
    touchTakes: 'A touch on a ready card tells everybody that it was taken. Undo or Backspace takes that back.',
  },
} as const;
