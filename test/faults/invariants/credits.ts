import { type Check, finding, rowsOf } from './finding.ts';

/** Start less end is what the calls cost, and no call was charged twice. */
export const creditsAddUp: Check = async ({ v2, engine, load }) => {
  const [sums] = await rowsOf<{ charged: number; last: number; set_by_hand: number }>(
    v2,
    `select coalesce(sum(-delta) filter (where kind in ('charge', 'refund')), 0)::int as charged,
            (select sum((credit_balance(user_id)).balance)::int from users) as last,
            coalesce(sum(delta) filter (where kind not in ('charge', 'refund')), 0)::int as set_by_hand
       from credit_ledger`,
  );
  const [logged] = await rowsOf<{ credits: number; calls: number }>(
    v2,
    'select coalesce(sum(credits_consumed), 0)::int as credits, count(*)::int as calls from logs',
  );
  const twice = await rowsOf<{ log_id: string; n: number }>(
    v2,
    `select log_id, count(*)::int as n from credit_ledger where kind = 'charge' and log_id is not null
      group by log_id having count(*) > 1`,
  );
  const [ours] = await rowsOf<{ credits: number }>(
    engine,
    'select coalesce(sum(credits), 0)::int as credits from intents',
  );
  const exceptions = twice.map(({ log_id, n }) => `the call ${log_id} was charged ${n} times`);
  const charged = sums?.charged ?? 0;
  if (charged !== logged?.credits) exceptions.push(`${charged} charged, the calls' log says ${logged?.credits}`);
  const expected = (sums?.set_by_hand ?? 0) - charged;
  if (sums?.last !== expected) exceptions.push(`the balance is ${sums?.last}, start less charges is ${expected}`);
  return finding(
    'I4',
    'start less end is the sum of the charges',
    {
      start: load.started_credits,
      end: sums?.last ?? 0,
      charged,
      in_our_ledger: ours?.credits ?? 0,
      calls: logged?.calls ?? 0,
    },
    exceptions,
  );
};
