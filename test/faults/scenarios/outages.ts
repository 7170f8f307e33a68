import { HOUR } from '../../../src/shared/kit/duration.ts';
import { finding, rowsOf } from '../invariants/finding.ts';
import type { Scenario } from '../scenario.ts';

export const temporalDown: Scenario = {
  name: 'temporal-down',
  about: 'Temporal is down for a minute',
  async play({ system, fault, pause }) {
    await pause(10_000);
    await system.killTemporal();
    fault('Temporal is down');
    await pause(60_000);
    await system.startTemporal();
    return undefined;
  },
};

export const receiverDown: Scenario = {
  name: 'receiver-down',
  about: 'the receiver of webhooks is down for 45 hours of service time',
  load: { leads: 60 },
  async play({ system, fault, pause, say }) {
    await pause(8000);
    await system.api.kill();
    fault('the receiver is down');
    const from = await system.worldNow();
    while ((await system.worldNow()) - from < 45 * HOUR) await pause(500);
    const until = await system.worldNow();
    const missed = await rowsOf<{ n: number }>(
      system.v2_db,
      'select count(*)::int as n from events where emitted_at between $1 and $2',
      [new Date(from), new Date(until)],
    );
    const failed = await rowsOf<{ n: number }>(
      system.v2_db,
      "select count(*)::int as n from deliveries where state in ('failed', 'retrying')",
    );
    const figures = {
      hours: Math.round((until - from) / HOUR),
      events_meanwhile: missed[0]?.n ?? 0,
      undelivered: failed[0]?.n ?? 0,
    };
    say(`${figures.events_meanwhile} events in ${figures.hours} hours without a receiver`);
    await system.api.start();
    const none = figures.events_meanwhile === 0 ? ['nothing happened meanwhile'] : [];
    return [finding('outage', 'events happened while nobody listened', figures, none)];
  },
};

export const badNetwork: Scenario = {
  name: 'bad-network',
  about: 'connections between all parts are cut, slowed and refused',
  rounds: 12,
  load: { leads: 30 },
  async play({ system, random, rounds, fault, pause, finishedShare }) {
    const names = ['workers-v2', 'workers-postgres', 'workers-temporal', 'v2-receiver'] as const;
    for (let round = 0; round < rounds && (await finishedShare()) < 1; round++) {
      const name = random.pick(names);
      const link = system.links[name];
      const kind = random.pick(['cut', 'down', 'slow', 'reset']);
      fault(`${name}: ${kind}`);
      switch (kind) {
        case 'cut':
          await link.cut();
          break;
        case 'down':
          await link.down();
          await pause(random.whole(200, 3000));
          await link.up();
          break;
        default: {
          const attributes: Record<string, number> =
            kind === 'slow' ? { latency: 400, jitter: 300 } : { timeout: random.whole(0, 300) };
          const heal = await link.poison({
            type: kind === 'slow' ? 'latency' : 'reset_peer',
            toxicity: 0.5,
            attributes,
          });
          await pause(random.whole(500, 3000));
          await heal();
          await link.cut();
        }
      }
      await pause(random.whole(200, 1500));
    }
    return undefined;
  },
};
