import type { Client } from '@temporalio/client';
import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { type ClockSetting, createClock } from '../../../src/kit/clock.ts';
import { broadcastClock } from '../../../src/main/roles/broadcast-clock.ts';
import type { Database } from '../../../src/postgres/database.ts';

const wall = Date.UTC(2026, 0, 5);

function broadcastOn(setting: ClockSetting) {
  const signal = vi.fn(async () => undefined);
  const query = vi.fn(async () => ({ rows: [{ id: 'enr_1' }, { id: 'enr_2' }] }));
  // Of both no more is used than this.
  const client = { workflow: { getHandle: () => ({ signal }) } } as unknown as Client;
  const db = { query } as unknown as Database;
  const clock = createClock(setting);
  return { signal, query, stop: broadcastClock({ db, clock, client, log: pino({ level: 'silent' }) }) };
}

describe('the clock told to enrollments under way', () => {
  it('is told again at the start: who was to tell of a change may have been killed first', async () => {
    const { signal, stop } = broadcastOn({ wall_origin: wall, world_origin: wall, speed: 4320 });
    await vi.waitFor(() => expect(signal).toHaveBeenCalledTimes(2));
    stop();
  });

  it('is not told at the start where it was never changed', () => {
    const { query, stop } = broadcastOn({ wall_origin: wall, world_origin: wall, speed: 1 });
    expect(query).not.toHaveBeenCalled();
    stop();
  });
});
