import { describe, expect, it } from 'vitest';
import { createResourceTeller } from '../../src/app/demo/dev/watch-resources.ts';
import { describeSpace, isLow } from '../../src/app/main/disk-space.ts';

const GIB = 1024 ** 3;
const ample = { free: 40 * GIB, size: 100 * GIB };
const low = { free: 2 * GIB, size: 100 * GIB };

describe('what overture dev says of resources', () => {
  const lines = (...looks: Parameters<ReturnType<typeof createResourceTeller>>[0][]): string[] => {
    const said: string[] = [];
    const tell = createResourceTeller('/home', (line) => said.push(line));
    for (const look of looks) tell(look);
    return said;
  };

  it('is said once when it begins, and when it is over', () => {
    expect(
      lines(
        { at: 0, unavailable: null, disk: ample },
        { at: 5000, unavailable: 'disk_full', disk: ample },
        { at: 10_000, unavailable: 'disk_full', disk: ample },
        { at: 15_000, unavailable: undefined, disk: ample },
        { at: 45_000, unavailable: null, disk: ample },
      ),
    ).toEqual([
      'The disk of Postgres is full, so nothing can be written; what was written before is kept. Make room on that disk, or give Postgres a larger one; everything goes on by itself then.',
      'Postgres takes writes again, after 40 s',
    ]);
  });

  it('warns once before the disk is full, with what is left', () => {
    expect(
      lines(
        { at: 0, unavailable: null, disk: ample },
        { at: 1, unavailable: null, disk: low },
        { at: 2, unavailable: null, disk: low },
        { at: 3, unavailable: null, disk: null },
        { at: 4, unavailable: null, disk: ample },
      ),
    ).toEqual([
      'Only 2.0 GB of 100.0 GB are free on the disk of /home',
      '40.0 GB of 100.0 GB are free on the disk of /home again',
    ]);
  });
});

describe('a disk', () => {
  it('is low with a twentieth left, of a large one with 5 GB, of a small one with 256 MB', () => {
    const at = (free: number, size: number) => isLow({ free: free * GIB, size: size * GIB });
    expect([at(1.1, 20), at(0.9, 20)]).toEqual([false, true]);
    expect([at(5.1, 4000), at(4.9, 4000)]).toEqual([false, true]);
    expect([at(0.3, 1), at(0.2, 1)]).toEqual([false, true]);
    expect(describeSpace({ free: 120 * 1024 ** 2, size: 20 * GIB })).toBe('120 MB of 20.0 GB are free');
  });
});
