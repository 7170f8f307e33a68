import { z } from 'zod';
import { invalidParams } from '../answers/service-error.ts';
import { createWorld } from '../channels/sandbox/world/ensure-world.ts';
import { DEFAULT_SEED, DEFAULT_SIZE, FEWEST_PEOPLE } from '../channels/sandbox/world/generate-world.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { readCredits, setCredits, setUnlimited } from '../credits/ledger.ts';
import { parseInput } from '../http/parse-input.ts';
import { createUser } from '../keys/create-user.ts';
import { createKey } from '../keys/keys.ts';
import type { FaultBook } from './faults.ts';
import { resetOwner } from './reset-owner.ts';
import type { SandboxRoute } from './sandbox-route.ts';

const world = {
  seed: z.int().min(0).max(2_147_483_647).default(DEFAULT_SEED),
  people: z.int().min(FEWEST_PEOPLE).max(100_000).default(DEFAULT_SIZE.people),
  jobs: z.int().min(1).max(1000).default(DEFAULT_SIZE.jobs),
};
const credits = z.object({ set: z.int().min(0).max(1_000_000_000).optional(), unlimited: z.boolean().optional() });

/** Owners, their keys, credits and whole worlds. */
export function ownerRoutes(context: ServiceContext, faults: FaultBook): SandboxRoute[] {
  const { db } = context;
  return [
    {
      method: 'POST',
      path: '/reset',
      async handle({ owner, body, now }) {
        const given = parseInput('body', z.object(world), body);
        faults.clear(owner.user_id);
        context.keys.set(owner.user_id, null);
        await resetOwner(db, owner.user_id, given, now);
        return given;
      },
    },
    {
      method: 'POST',
      path: '/users',
      async handle({ body, now }) {
        const given = parseInput('body', z.object({ ...world, name: z.string().optional() }), body);
        return db.transaction(async (tx) => {
          const userId = await createUser(tx, { name: given.name ?? 'sandbox', now });
          await createWorld(tx, userId, given.seed, now, given);
          const { key } = await createKey(tx, { user_id: userId, label: 'sandbox' });
          return { user_id: userId, api_key: key };
        });
      },
    },
    {
      method: 'POST',
      path: '/keys',
      async handle({ owner, body }) {
        const given = parseInput('body', z.object({ expires_in: z.number().positive().optional() }), body);
        const { key } = await createKey(db, {
          user_id: owner.user_id,
          label: 'sandbox',
          expires_in: given.expires_in ?? null,
        });
        return { api_key: key };
      },
    },
    {
      method: 'POST',
      path: '/idempotency',
      async handle({ owner, body }) {
        const { honored } = parseInput('body', z.object({ honored: z.boolean().nullable() }), body);
        context.keys.set(owner.user_id, honored);
        return { honored: context.keys.isHonored(owner.user_id) };
      },
    },
    {
      method: 'POST',
      path: '/credits',
      async handle({ owner, body, now }) {
        const given = parseInput('body', credits, body);
        if (given.set === undefined && given.unlimited === undefined) {
          throw invalidParams('body: give set or unlimited');
        }
        return db.transaction(async (tx) => {
          await setUnlimited(tx, owner.user_id, given.unlimited ?? false);
          if (given.set !== undefined) await setCredits(tx, owner.user_id, given.set, now);
          return readCredits(tx, owner.user_id);
        });
      },
    },
  ];
}
