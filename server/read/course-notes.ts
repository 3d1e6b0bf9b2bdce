import type { NoteKind } from '../../contract/live';
import { toIso } from '../../domain/ticket';
import { NOTES_OF_ORDERS } from '../sql/load-statements';
import { type NoteRow, noteOfRow } from '../sql/note-row';
import type { Source } from '../sql/statements';
import type { TicketKey } from './courses/course-filter';

/** An action on a screen, with its time by the POS's clock of the branch. */
export type CourseNote = { id: string; kind: NoteKind; screen: string; at: string };

/** What people tapped on a course in one round, in the order of receipt. */
export async function notesOfCourse(source: Source, [orderKey, courseNumber, round]: TicketKey): Promise<CourseNote[]> {
  const rows = await source.$queryRawUnsafe<NoteRow[]>(NOTES_OF_ORDERS, JSON.stringify([orderKey]));
  return rows
    .map(noteOfRow)
    .filter((note) => note.courseNumber === courseNumber && note.round === round)
    .map(({ id, kind, by, at }) => ({ id, kind, screen: by.name, at: toIso(at) }));
}
