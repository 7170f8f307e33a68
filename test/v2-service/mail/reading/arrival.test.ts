import { describe, expect, it } from 'vitest';
import { createClock, WALL_CLOCK } from '../../../../src/shared/kit/clock.ts';
import { HOUR, SECOND } from '../../../../src/shared/kit/duration.ts';
import { arrivalOf } from '../../../../src/v2/service/channels/mail/reading/index/arrival.ts';

const WALL = Date.parse('2026-03-02T09:00:00.400Z');
const WORLD = Date.parse('2027-01-04T08:00:00Z');

describe('when a mail came, in the time of the service', () => {
  it("is what its server says where the clock is the wall's", () => {
    expect(arrivalOf(createClock(WALL_CLOCK), WALL - 400, WALL)).toBe(WALL - 400);
  });

  it('follows a clock that was moved', () => {
    const moved = createClock({ wall_origin: WALL, world_origin: WALL + 5 * HOUR, speed: 1 });
    expect(arrivalOf(moved, WALL + SECOND, WALL + SECOND)).toBe(WALL + 5 * HOUR + SECOND);
  });

  it('is after what it answers on a fast clock, though servers give whole seconds, and never in the future', () => {
    const fast = createClock({ wall_origin: WALL, world_origin: WORLD, speed: 3600 });
    const sent = WORLD + 0.1 * HOUR;
    // Sent at .5 and answered at .9 of a second of which the server tells the beginning.
    expect(arrivalOf(fast, WALL - 400, WALL + 500)).toBe(WORLD + 0.5 * HOUR);
    expect(arrivalOf(fast, WALL - 400, WALL + 500)).toBeGreaterThan(sent);
    expect(arrivalOf(fast, WALL - 400, WALL + 60_000)).toBe(WORLD + 0.6 * HOUR);
  });
});
