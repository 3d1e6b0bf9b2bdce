'use client';

import type { Chosen } from '../screen/chosen';
import { ClearFilters } from '../screen/filters';
import type { WallOptions } from './wall-options';

/** Button that clears the filters when they match no ticket. */
export function ClearWallFilters({ chosen }: { chosen: Chosen<WallOptions> }) {
  const { tables, courses, kind } = chosen.options;
  const clear = () => chosen.choose({ tables: [], courses: [], kind: null });
  return <ClearFilters tables={tables} courses={courses} kind={kind} clear={clear} />;
}
