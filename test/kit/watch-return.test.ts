import { describe, expect, it } from 'vitest';
import { watchReturn } from '../../src/shared/kit/watch-return.ts';

describe('a watch over somebody who may go away', () => {
  it('says once that they are back, however long they were away', async () => {
    const answers = [true, false, false, true, true, false, true];
    const presence = watchReturn(async () => {
      if (!answers.shift()) throw new Error('away');
    });
    const said: string[] = [];
    while (answers.length > 0) said.push(await presence());
    expect(said).toEqual(['here', 'away', 'away', 'back', 'here', 'away', 'back']);
  });
});
