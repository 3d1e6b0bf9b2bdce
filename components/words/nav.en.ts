/** The words of the way to the other pages, in English. A kitchen wall has none: it never navigates. */
export const navEn = {
  nav: { title: 'Pages', ready: 'Ready', pass: 'Pass', tables: 'Tables', kitchen: 'Kitchen' },
} as const;
