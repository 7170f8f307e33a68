import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { profileOf } from '../../../core/calendar/network-profile.ts';
import { isZone } from '../../../core/calendar/zone-offsets.ts';
import { readCapacity } from '../../../runtime/slots/read-capacity.ts';
import type { AccountRow } from '../../../runtime/store/accounts/account.ts';
import { accountListing } from '../../../runtime/store/accounts/find-account.ts';
import { setAccount } from '../../../runtime/store/accounts/set-account.ts';
import { createPlanCache } from '../../../runtime/store/sequences/plan-cache.ts';
import type { ApiDeps } from '../context.ts';
import { answerPageOf } from '../paging.ts';
import { readBody } from '../problem.ts';
import { readAccount } from '../read-account.ts';
import { serve } from '../serve.ts';
import { viewAccount, viewAccounts } from '../views/account.ts';

/** The sender accounts: which there are, what a person may set of them, and what their calendars hold. */
export function addAccountRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const { db, clock } = deps;
  const profiles = deps.profiles ?? [];
  const findPlan = createPlanCache();
  const settings = z.object({
    timezone: z.string().refine(isZone, 'is not a time zone; use an IANA name such as Europe/Paris').nullish(),
    profile: z
      .string()
      .refine((name) => profiles.some((profile) => profile.name === name), {
        error: `is not a network profile; there are: ${profiles.map(({ name }) => name).join(', ') || 'none'}`,
      })
      .nullish(),
  });

  const read = (id: string): Promise<AccountRow> => readAccount(deps, id);
  const profileOfAccount = (account: AccountRow) => profileOf(account, profiles);
  const view = (account: AccountRow) => viewAccount(deps, account, profileOfAccount);

  serve(app, 'listAccounts', ({ query }) =>
    answerPageOf(db, accountListing, query, (rows) => viewAccounts(deps, rows, profileOfAccount)),
  );

  serve(app, 'getAccount', async ({ params: { id } }) => view(await read(id)));

  serve(app, 'changeAccount', async ({ params: { id }, query: { dry_run }, body }) => {
    const { timezone, profile } = readBody(settings, body);
    const account = await read(id);
    const set = {
      timezone: timezone === undefined ? account.timezone : timezone,
      profile: profile === undefined ? account.profile : profile,
    };
    if (!dry_run) await setAccount(db, id, set, new Date(clock.now()));
    return view({ ...account, ...set });
  });

  serve(app, 'getCapacity', async ({ params: { id }, query: { days } }) =>
    readCapacity({ db, clock, profiles, findPlan }, await read(id), days),
  );
}
