import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { profileOf } from '../../../core/calendar/network-profile.ts';
import { zoneOf } from '../../../core/calendar/zone-of.ts';
import { isZone } from '../../../core/calendar/zone-offsets.ts';
import { titleOfStep } from '../../../language/graph/title-of-step.ts';
import { isLimitClass } from '../../../language/plan/limit-class.ts';
import { readCapacity } from '../../../runtime/slots/read-capacity.ts';
import type { AccountRow } from '../../../runtime/store/accounts/account.ts';
import { accountListing } from '../../../runtime/store/accounts/find-account.ts';
import { setAccount } from '../../../runtime/store/accounts/set-account.ts';
import { createPlanCache } from '../../../runtime/store/sequences/plan-cache.ts';
import { accountSendListing, countFirstContacts } from '../../../runtime/store/slots/list-account-sends.ts';
import { narrowed, type Within } from '../../../runtime/store/within.ts';
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

  const read = (id: string, within: Within): Promise<AccountRow> => readAccount(deps, id, within);
  const profileOfAccount = (account: AccountRow) => profileOf(account, profiles);
  const view = (account: AccountRow) => viewAccount(deps, account, profileOfAccount);

  serve(app, 'listAccounts', ({ query, within }) =>
    answerPageOf(db, narrowed(accountListing, 'account', within), query, (rows) =>
      viewAccounts(deps, rows, profileOfAccount),
    ),
  );

  serve(app, 'getAccount', async ({ params: { id }, within }) => view(await read(id, within)));

  serve(app, 'changeAccount', async ({ params: { id }, query: { dry_run }, body, within }) => {
    const { timezone, profile } = readBody(settings, body);
    const account = await read(id, within);
    const set = {
      timezone: timezone === undefined ? account.timezone : timezone,
      profile: profile === undefined ? account.profile : profile,
    };
    if (!dry_run) await db.transaction((tx) => setAccount(tx, account, set, new Date(clock.now())));
    return view({ ...account, ...set });
  });

  serve(app, 'getCapacity', async ({ params: { id }, query: { days }, within }) => {
    const capacity = await readCapacity({ db, clock, profiles, findPlan }, await read(id, within), days);
    const from = capacity.days[0]?.date;
    const first = from === undefined ? [] : await countFirstContacts(db, id, { from, days });
    return { ...capacity, first_contacts: first.flatMap(withClass) };
  });

  serve(app, 'listAccountSends', async ({ params: { id }, query, within }) => {
    const timezone = zoneOf(await read(id, within));
    return answerPageOf(db, accountSendListing(id, query), query, async (rows) => {
      const sends = [];
      for (const { digest, ...send } of rows.flatMap(withClass)) {
        const title = digest === null ? send.node : titleOfStep(await findPlan(digest, db), send.node);
        sends.push({ ...send, title, timezone });
      }
      return sends;
    });
  });
}

const withClass = <Row extends { readonly limit_class: string }>({ limit_class, ...row }: Row) =>
  isLimitClass(limit_class) ? [{ ...row, limit_class }] : [];
