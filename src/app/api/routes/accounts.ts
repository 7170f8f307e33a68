import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { profileOf } from '../../../core/calendar/network-profile.ts';
import { isZone } from '../../../core/calendar/zone-offsets.ts';
import { readCapacity } from '../../../runtime/slots/read-capacity.ts';
import type { AccountRow } from '../../../runtime/store/accounts/account.ts';
import { listAccounts } from '../../../runtime/store/accounts/find-account.ts';
import { setAccount } from '../../../runtime/store/accounts/set-account.ts';
import { createPlanCache } from '../../../runtime/store/sequences/plan-cache.ts';
import type { ApiDeps } from '../context.ts';
import { DRY_RUN, PAGE, pageOf, readCursor } from '../paging.ts';
import { readBody, readQuery } from '../problem.ts';
import { readAccount } from '../read-account.ts';
import { viewAccounts } from '../views/account.ts';

const MOST_DAYS = 366;

/** The sender accounts: which there are, what a person may set of them, and what their calendars hold. */
export function addAccountRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const { db, clock } = deps;
  const profiles = deps.profiles ?? [];
  const findPlan = createPlanCache();
  const settings = z.strictObject({
    timezone: z
      .string()
      .refine(isZone, 'is not a time zone; use an IANA name such as Europe/Paris')
      .nullable()
      .optional(),
    profile: z
      .string()
      .refine((name) => profiles.some((profile) => profile.name === name), {
        error: `is not a network profile; there are: ${profiles.map(({ name }) => name).join(', ') || 'none'}`,
      })
      .nullable()
      .optional(),
  });

  const read = (id: string): Promise<AccountRow> => readAccount(deps, id);
  const profileOfAccount = (account: AccountRow) => profileOf(account, profiles);
  const view = async (account: AccountRow) => (await viewAccounts(deps, [account], profileOfAccount))[0];

  app.get('/accounts', async (request) => {
    const { limit, cursor } = readQuery(z.strictObject(PAGE), request.query);
    const after = readCursor(cursor);
    const rows = (await listAccounts(db)).filter(({ id }) => after === null || id > after);
    const page = pageOf(
      rows,
      limit,
      ({ id }) => id,
      (row) => row,
    );
    return { ...page, items: await viewAccounts(deps, page.items, profileOfAccount) };
  });

  app.get<{ Params: { id: string } }>('/accounts/:id', async ({ params: { id } }) => view(await read(id)));

  app.patch<{ Params: { id: string } }>('/accounts/:id', async ({ params: { id }, query, body }) => {
    const { dry_run } = readQuery(z.strictObject(DRY_RUN), query);
    const { timezone, profile } = readBody(settings, body);
    const account = await read(id);
    const set = {
      timezone: timezone === undefined ? account.timezone : timezone,
      profile: profile === undefined ? account.profile : profile,
    };
    if (!dry_run) await setAccount(db, id, set, new Date(clock.now()));
    return view({ ...account, ...set });
  });

  app.get<{ Params: { id: string } }>('/accounts/:id/capacity', async (request) => {
    const { days } = readQuery(
      z.strictObject({ days: z.coerce.number().int().min(1).max(MOST_DAYS).default(14) }),
      request.query,
    );
    return readCapacity({ db, clock, profiles, findPlan }, await read(request.params.id), days);
  });
}
