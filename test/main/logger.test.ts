import { closeSync, existsSync, openSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createLogger } from '../../src/app/main/logger.ts';

describe.skipIf(!existsSync('/dev/full'))('a log on a disk that is full', () => {
  it('costs its lines, not the process that writes it', async () => {
    const file = openSync('/dev/full', 'w');
    const log = createLogger('worker', { OVERTURE_LOG_LEVEL: 'info' }, file);
    expect(() => {
      for (let line = 0; line < 5000; line++) log.info({ text: 'x'.repeat(500) }, 'nobody will read this');
    }).not.toThrow();
    // An error that nobody listens to would end the process in the next turn, and fail this test.
    await new Promise((resolve) => setImmediate(resolve));
    closeSync(file);
  });
});
