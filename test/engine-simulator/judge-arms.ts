import type { BlockingClient } from './blocking-client.ts';
import type { Finding, Judged } from './judge.ts';

/** Selects arms that the experiments have counted otherwise than people took them. */
const MISCOUNTED = `
  with tallied as (
    select x.id, t.key as arm, (t.value ->> 'judged')::int as judged, (t.value ->> 'successes')::int as successes
      from experiments x cross join lateral jsonb_each(x.tallies) as t),
  counted as (
    select experiment_id as id, arm, count(*)::int as judged, (count(*) filter (where success))::int as successes
      from arm_choices where judged_at is not null group by 1, 2)
  select arm, tallied.judged as tallied, counted.judged as counted from tallied full join counted using (id, arm)
   where (tallied.judged, tallied.successes) is distinct from (counted.judged, counted.successes)`;
const CHOSEN_OTHERWISE = `
  select c.enrollment_id, c.arm, t.detail ->> 'arm' as taken
    from arm_choices c join timeline t on t.enrollment_id = c.enrollment_id and t.node = c.node and t.type = 'branch'
   where t.detail ->> 'arm' <> c.arm`;

/** Judges splits that move people: each person is counted once, and has one arm. */
export async function armsHold(admin: BlockingClient, { script }: Judged): Promise<Finding[]> {
  // What was counted of who was erased stays, and who they were goes.
  const isWhole = (script.erasures ?? []).length === 0;
  const [{ rows: miscounted }, { rows: otherwise }] = await Promise.all([
    isWhole ? admin.query({ name: 'miscounted', text: MISCOUNTED }) : { rows: [] },
    admin.query({ name: 'chosen_otherwise', text: CHOSEN_OTHERWISE }),
  ]);
  return [
    ...miscounted.map(({ arm, tallied, counted }) => ({
      invariant: 'arms' as const,
      text: `arm ${arm} counts ${tallied ?? 'nobody'} as judged, and ${counted ?? 'nobody'} is`,
    })),
    ...otherwise.map(({ enrollment_id, arm, taken }) => ({
      invariant: 'arms' as const,
      text: `${enrollment_id} was told to take arm ${taken}, and has ${arm}`,
    })),
  ];
}
