import { type Progress, progressText } from '../../lib/progress-text';

/** Progress of a copy, which first copies rows, and then compares them; or of its removal. */
export type CopyProgress = Progress & { phase: 'copying' | 'comparing' | 'removing' };

export type Meter = {
  /** Begins a phase of `of` rows, of which `done` were done in an earlier run. */
  begin: (phase: CopyProgress['phase'], done: number, of: number) => void;
  add: (rows: number) => void;
};

export function createMeter(onProgress: (progress: CopyProgress) => void): Meter {
  let phase: CopyProgress['phase'] = 'copying';
  let [before, done, of, since] = [0, 0, 0, performance.now()];
  return {
    begin(next, already, all) {
      phase = next;
      [before, done, of, since] = [already, already, all, performance.now()];
    },
    add(rows) {
      done += rows;
      const seconds = (performance.now() - since) / 1_000;
      // Rows that the source got meanwhile are more than were counted.
      onProgress({ phase, done: Math.min(done, of), of, perSecond: seconds > 0 ? (done - before) / seconds : 0 });
    },
  };
}

/** `copying: 1,200,000 of 4,800,000 rows, 25 %, 31,000 rows/s, 1 min 56 s left` */
export function copyProgressText({ phase, ...progress }: CopyProgress): string {
  return `${phase}: ${progressText(progress, 'rows')}`;
}
