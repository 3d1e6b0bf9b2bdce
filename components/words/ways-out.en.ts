/** The words of what leads on where a screen has nothing to show, in English. */
export const waysOutEn = {
  waysOut: {
    whichBranch: 'Which branch does this screen show?',
    branch: 'Branch {number}',
    back: 'Back to: {page}',
    filters: {
      tables: 'tables {tables}',
      courses: 'courses {courses}',
      table: 'tables only',
      cafeteria: 'counter only',
      taken: 'taken tables only',
    },
    showAll: 'Show everything',
  },
} as const;
