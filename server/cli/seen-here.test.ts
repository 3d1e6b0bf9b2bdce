import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { onlyIfSeen } from './commands';

it('takes a backup that only the server can see for a failure', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'heatlamp-seen-'));
  try {
    const file = path.join(folder, 'evening.db');
    const done = { ok: true, result: {} } as const;
    expect(onlyIfSeen(done, file, '/data')).toEqual({
      ok: false,
      message: expect.stringMatching(/evening\.db to a private folder that only it can see: choose a folder in \/data/),
    });
    writeFileSync(file, '');
    expect(onlyIfSeen(done, file, '/data')).toBe(done);
    rmSync(file);
    const refused = { ok: false, message: 'there is not enough room' } as const;
    expect(onlyIfSeen(refused, file, '/data')).toBe(refused);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
