import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tellWhatCame } from './support/demo-mailboxes.ts';
import { allEnrollments, contactedTwice, whatReachedThem } from './support/judge.ts';
import { jumpUntil } from './support/jump-until.ts';
import { type Overture, startOverture } from './support/start-overture.ts';

describe('everything killed at once while forty enrollments are under way', () => {
  let system: Overture;

  beforeAll(async () => {
    system = await startOverture();
  }, 360_000);
  afterAll(() => system.dispose());

  const performed = async () => {
    const { body } = await system.api<{ by_step: Record<string, number> }>('GET', '/api/stats');
    return Object.values(body.by_step).reduce((sum, count) => sum + count, 0);
  };

  it('goes on after Postgres, Temporal and all roles died: a stale lock file costs nothing', async () => {
    await jumpUntil(system, async () => (await performed()) > 10);
    // Whoever is due next is at work then.
    let cut: Promise<void> | undefined;
    await jumpUntil(system, async () => cut !== undefined, {
      onWork: () => {
        cut = system.killEverything({ servers: true });
      },
    });
    await cut;
    await system.restart();
    expect(await allEnrollments(system, '&sequence=backend-engineers')).toHaveLength(40);
    expect(await allEnrollments(system, '&sequence=visit-then-email')).toHaveLength(14);
  });

  it('adopts a Postgres and a Temporal that outlived their supervisor', async () => {
    await system.killEverything({ servers: false });
    const from = system.output().length;
    await system.restart();
    const output = system.output().slice(from);
    expect(output).toMatch(/Postgres .*adopted/);
    expect(output).toMatch(/Temporal .*adopted/);
  });

  it('refuses a second start on the same home with a clear word', async () => {
    await expect(system.restart()).rejects.toThrow(/already_running.*already runs/s);
  });

  it('ends everybody, and nobody was contacted twice', async () => {
    await jumpUntil(system, async () => {
      await tellWhatCame(system);
      return (await allEnrollments(system)).every(({ status }) => status === 'finished');
    });
    expect(contactedTwice(await whatReachedThem(system))).toEqual([]);
  }, 480_000);
});
