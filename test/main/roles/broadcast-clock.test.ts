import type { Client } from '@temporalio/client';
import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { broadcastClock, startOnClock } from '../../../src/app/main/roles/broadcast-clock.ts';
import { type ClockSetting, createClock } from '../../../src/shared/kit/clock.ts';
import type { Database } from '../../../src/shared/postgres/database.ts';
import { eventually } from '../../support/eventually.ts';

const wall = Date.UTC(2026, 0, 5);

function broadcastOn(setting: ClockSetting, signal = vi.fn(async () => undefined)) {
  const query = vi.fn(async () => ({ rows: [{ id: 'enr_1' }, { id: 'enr_2' }] }));
  // Of both no more is used than this.
  const client = { workflow: { getHandle: () => ({ signal }) } } as unknown as Client;
  const db = { query } as unknown as Database;
  const clock = createClock(setting);
  return { signal, query, clock, client, stop: broadcastClock({ db, clock, client, log: pino({ level: 'silent' }) }) };
}

describe('the clock told to enrollments under way', () => {
  it('is told again at the start: who was to tell of a change may have been killed first', async () => {
    const { signal, stop } = broadcastOn({ wall_origin: wall, world_origin: wall, speed: 4320 });
    await eventually(() => expect(signal).toHaveBeenCalledTimes(2));
    stop();
  });

  it('is not told at the start where it was never changed', () => {
    const { query, stop } = broadcastOn({ wall_origin: wall, world_origin: wall, speed: 1 });
    expect(query).not.toHaveBeenCalled();
    stop();
  });

  it('is told until it has been heard', async () => {
    const signal = vi.fn(async () => undefined).mockRejectedValueOnce(new Error('no way to Temporal'));
    const { clock, stop } = broadcastOn({ wall_origin: wall, world_origin: wall, speed: 1 }, signal);
    clock.set({ wall_origin: wall, world_origin: wall, speed: 60 });
    await vi.waitFor(() => expect(signal).toHaveBeenCalledTimes(4), { timeout: 5000 });
    stop();
  });

  it('is told to an enrollment that was being started when it changed', async () => {
    const { signal, client, clock, stop } = broadcastOn({ wall_origin: wall, world_origin: wall, speed: 1 });
    const start = { enrollment_id: 'enr_3', clock: clock.setting() };
    await startOnClock({ client, clock }, start, async () => undefined);
    expect(signal).not.toHaveBeenCalled();
    stop();
    await startOnClock({ client, clock }, start, async () =>
      clock.set({ wall_origin: wall, world_origin: wall, speed: 60 }),
    );
    expect(signal).toHaveBeenCalledTimes(1);
  });
});
