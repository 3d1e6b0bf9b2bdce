/** Stores each distinct value once, so that columns can refer to it by index. */
class Dictionary<Entry> {
  readonly entries: Entry[] = [];
  readonly #places = new Map<string | number, number>();

  protected keep(key: string | number, make: () => Entry): number {
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const place = this.entries.push(make()) - 1;
    this.#places.set(key, place);
    return place;
  }
}

class CourseNumbers extends Dictionary<number> {
  placeOf(number: number): number {
    return this.keep(number, () => number);
  }
}

export type CourseLabel = { name: string | null; abbreviation: string | null };

class CourseLabels extends Dictionary<CourseLabel> {
  placeOf(name: string | null, abbreviation: string | null): number {
    return this.keep(`${name ?? ''}\0${abbreviation ?? ''}`, () => ({ name, abbreviation }));
  }
}

export type TablePlace = { number: string; subNumber: string } | null;

class TablePlaces extends Dictionary<TablePlace> {
  placeOf(number: string | null, subNumber: string | null): number {
    return this.keep(`${number ?? ''}/${subNumber ?? ''}`, () =>
      number === null ? null : { number, subNumber: subNumber ?? '1' },
    );
  }
}

/** The dictionaries that the columns of all branches refer to. */
export type Dictionaries = ReturnType<typeof newDictionaries>;

export function newDictionaries() {
  return { courses: new CourseNumbers(), labels: new CourseLabels(), tables: new TablePlaces() };
}
