import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { capacityOf, capacityWeek, type PlaceCount } from '../../calendar/capacity.ts';
import type { AccountRules } from '../../calendar/caps.ts';
import { profileOf } from '../../calendar/network-profile.ts';
import { zoneOf } from '../../calendar/zone-of.ts';
import { isZone } from '../../calendar/zone-offsets.ts';
import type { LimitClass } from '../../plan/plan.ts';
import type { AccountRow } from '../../store/accounts/account.ts';
import { findAccount, listAccounts } from '../../store/accounts/find-account.ts';
import { setAccount } from '../../store/accounts/set-account.ts';
import { findSendingPlans } from '../../store/sequences/find-sending-plans.ts';
import { countPlaces } from '../../store/slots/count-places.ts';
import { findFirstSend } from '../../store/slots/find-first-send.ts';
import type { ApiDeps } from '../context.ts';
import { DRY_RUN, PAGE, pageOf, readCursor } from '../paging.ts';
import { notFound, readBody, readQuery } from '../problem.ts';

const MOST_DAYS = 366;

/** The sender accounts: which there are, what a person may set of them, and what their calendars hold. */
export function addAccountRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const { db, clock } = deps;
  const profiles = deps.profiles ?? [];
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

  const read = async (id: string): Promise<AccountRow> => {
    const account = await findAccount(db, id);
    if (account === null) throw notFound('account', id);
    return account;
  };
  const view = (account: AccountRow) => viewAccount(account, profileOf(account, profiles)?.name ?? null);

  app.get('/accounts', async (request) => {
    const { limit, cursor } = readQuery(z.strictObject(PAGE), request.query);
    const after = readCursor(cursor);
    const rows = (await listAccounts(db)).filter(({ id }) => after === null || id > after);
    return pageOf(rows, limit, ({ id }) => id, view);
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
    const row = await read(request.params.id);
    const { id, name, daily_limit } = row;
    const first = await findFirstSend(db, id);
    const account: AccountRules = {
      ...{ id, name, daily_limit, zone: zoneOf(row), profile: profileOf(row, profiles) },
      first_send_at: first?.getTime() ?? null,
    };
    const now = clock.now();
    const plans = await findSendingPlans(db, id);
    const counts = (await countPlaces(db, id, capacityWeek(account, now))).flatMap(countOf);
    const classes = classesOf(
      row,
      plans.some(({ limits }) => limits.credits !== undefined),
    );
    return { days: capacityOf({ account, plans, classes, counts, from: now, days }) };
  });
}

const CLASSES = {
  professional: ['visit', 'invite', 'message', 'inmail'],
  messenger: ['message'],
  email: ['email'],
} as const satisfies Record<AccountRow['platform'], readonly LimitClass[]>;

function classesOf({ platform }: AccountRow, withCredits: boolean): LimitClass[] {
  return [...CLASSES[platform], ...(withCredits ? (['credits'] as const) : [])];
}

const KNOWN: ReadonlySet<string> = new Set<LimitClass>(['visit', 'invite', 'message', 'inmail', 'email', 'credits']);

function countOf({ limit_class, ...count }: { limit_class: string } & Omit<PlaceCount, 'limit_class'>): PlaceCount[] {
  return isLimitClass(limit_class) ? [{ ...count, limit_class }] : [];
}

const isLimitClass = (text: string): text is LimitClass => KNOWN.has(text);

const viewAccount = (account: AccountRow, profile: string | null) => {
  const { id, platform, name, email, country, timezone, products, daily_limit, status } = account;
  const { held_until, held_reason } = account;
  return {
    id,
    platform,
    name,
    email,
    country,
    timezone,
    products,
    profile,
    daily_limit,
    status,
    held_until,
    held_reason,
  };
};
