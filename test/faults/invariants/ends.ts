import { readFaults } from '../fault-count.ts';
import { type Check, finding, rowsOf } from './finding.ts';

/** A run in which no fault fired proves nothing. */
export const almostAllEnd: Check = async ({ engine, home, load }) => {
  const rows = await rowsOf<{ id: string; status: string; waiting_text: string | null; node: string | null }>(
    engine,
    'select id, status, waiting_text, node from enrollments',
  );
  const known = new Set(rows.map(({ id }) => id));
  const lost = load.enrollments.filter((id) => !known.has(id));
  const open = rows.filter(({ status }) => status !== 'finished' && status !== 'needs_person');
  const finished = rows.filter(({ status }) => status === 'finished').length;
  const faults = readFaults(home);
  const exceptions = lost.map((id) => `the enrollment ${id} is gone`);
  if (open.length > rows.length / 100) {
    exceptions.push(
      ...open.map(({ id, status, node, waiting_text }) => `${id} is ${status} at ${node}: ${waiting_text ?? 'runs'}`),
    );
  }
  if (faults === 0) exceptions.push('no fault fired');
  // A scenario may add leads that cannot but fail; these must not.
  const failed = await rowsOf<{ id: string; n: number }>(
    engine,
    "select id from enrollments where outcome = 'failed' and id = any ($1)",
    [load.enrollments],
  );
  exceptions.push(...failed.map(({ id }) => `${id} ended as failed`));
  return finding(
    'I8',
    'at least 99 % come to an end, and faults fired',
    {
      enrollments: rows.length,
      finished,
      with_a_person: rows.filter(({ status }) => status === 'needs_person').length,
      faults,
    },
    exceptions,
  );
};
