import { type Evidence, rowsOf, SLUG } from './finding.ts';

/** A call that was answered with an error, and may have reached the network all the same. */
export type FailedCall = {
  readonly slug: string;
  readonly account_id: string;
  readonly kind: string;
  /** Virtual time. */
  readonly at: Date;
  /** Nobody knows what came of it. */
  readonly unknown: boolean;
};

/** Refusals that are decided before anything leaves the service: for the key, the account, the rate, the price. */
const NEVER_LEFT = [
  ...['INVALID_API_KEY', 'INVALID_ACCOUNT', 'ACCOUNT_INACTIVE', 'INVALID_ACTION'],
  ...['RATE_LIMITED', 'INSUFFICIENT_CREDITS'],
];

/** Reads the calls that failed from the service's own table. The ledger tells which step a key belongs to, and its kind. */
export async function readFailedCalls({ v2, engine, load }: Evidence): Promise<FailedCall[]> {
  const logged = await rowsOf<{ key: string; account_id: string; at: Date; unknown: boolean }>(
    v2,
    `select key, account_id, max(created_at) as at, unknown from (
       select split_part(idempotency_key, '~', 1) as key, idempotency_key, account_id, created_at, log_id,
              outcome_unknown or error_code = 'INTERNAL_ERROR' as unknown
         from logs where status = 'error' and account_id = any ($1) and idempotency_key is not null
                     and not coalesce(error_code, '') = any ($2)) failed
      -- Asked again under its key, a call of which nobody knows what came is one call.
      group by key, account_id, unknown, case when unknown then idempotency_key else log_id end`,
    [load.accounts, NEVER_LEFT],
  );
  const steps = await rowsOf<{ key: string; slug: string; kind: string }>(
    engine,
    `select key, ${SLUG} as slug, case limit_class when 'invite' then 'invitation' else limit_class end as kind
       from intents left join enrollments e on e.id = enrollment_id left join answers w on w.id = answer_id
       join leads on leads.id = coalesce(e.lead_id, w.lead_id)
      where limit_class is not null and key = any ($1)`,
    [logged.map(({ key }) => key)],
  );
  const known = new Map(steps.map((step) => [step.key, step]));
  return logged.flatMap(({ key, ...call }) => {
    const step = known.get(key);
    return step === undefined ? [] : [{ ...call, slug: step.slug, kind: step.kind }];
  });
}
