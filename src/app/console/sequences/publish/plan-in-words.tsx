import type { ResultOf } from '../../../api-client/asked.ts';
import classes from '../sequences.module.css';
import { DiffInWords } from './diff-in-words.tsx';

type Plan = ResultOf<'planSequence'>;
type People = Omit<Plan['people'], 'if_moved'>;

/** Says what would change: the steps, the people inside by name, the calendars. */
export function PlanInWords({
  plan: { diff, people, move, calendar, due_at_once, diagnostics, from_version },
}: {
  readonly plan: Plan;
}) {
  return (
    <>
      {diff === null ? <p>{from_version === null ? 'It is new.' : 'No difference.'}</p> : <DiffInWords diff={diff} />}
      <h3>People</h3>
      <Moves people={people} />
      {!move && people.if_moved !== undefined && (
        <details>
          <summary>If the people inside moved</summary>
          <Moves people={people.if_moved} />
        </details>
      )}
      {calendar.length > 0 && (
        <>
          <h3>Calendars</h3>
          <ul>
            {calendar.map(({ account_id, class: kind, booked, freed, added, last, daily_mean, surge, days }) => (
              <li key={`${account_id} ${kind}`}>
                {account_id}, {kind}: {booked} booked, {freed} freed, {added} booked again
                {last === null ? '' : `, the last one on ${last.slice(0, 10)}`}
                {surge !== null && (
                  <strong>
                    {' '}
                    On {surge.date} {surge.due.toLocaleString('en')} more become due, where {daily_mean} a day are
                    usual.
                  </strong>
                )}
                <DaysInWords days={days} />
              </li>
            ))}
          </ul>
        </>
      )}
      {due_at_once.count > 0 && (
        <>
          <h3>Due at once</h3>
          <p>
            {due_at_once.count.toLocaleString('en')} would not be due yet otherwise:{' '}
            {due_at_once.people.map(({ id, name }) => name ?? id).join(', ')}
            {due_at_once.count > due_at_once.people.length &&
              ` and ${(due_at_once.count - due_at_once.people.length).toLocaleString('en')} more`}
            .
          </p>
        </>
      )}
      {diagnostics.length > 0 && (
        <>
          <h3>Warnings</h3>
          <ul>
            {diagnostics.map(({ code, line, column, message }) => (
              <li key={`${code} ${line}:${column}`}>
                {line}:{column} {message}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** Sends a day, before and after. */
function DaysInWords({ days }: { readonly days: Plan['calendar'][number]['days'] }) {
  const changed = days.filter(({ before, after }) => before !== after);
  if (changed.length === 0) return null;
  return (
    <details>
      <summary>Sends a day, before and after</summary>
      <ul>
        {changed.map(({ date, before, after }) => (
          <li key={date}>
            {date}: {before}, then {after}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Moves({ people }: { readonly people: People }) {
  const rows = [
    ...people.moves.map((group) => ({
      ...group,
      does: `from ${group.from_title ?? 'before the first step'} to ${group.to_title}`,
      why: group.from === null || group.goes_on ? '' : 'their step is gone',
    })),
    ...people.stays.map((group) => ({
      ...group,
      does: `stay in version ${group.version}, at ${group.title ?? 'the beginning'}`,
      why: group.reason ?? '',
    })),
    ...people.orphaned.map((group) => ({
      ...group,
      does: `stay in version ${group.version}, at ${group.title}`,
      why: 'no step after theirs remains',
    })),
    ...people.would_repeat.map((group) => ({
      ...group,
      does: `stay in version ${group.version}, at ${group.title}`,
      why: `they would receive again: ${group.repeated_titles.join(', ')}`,
    })),
  ];
  if (rows.length === 0) return <p>Nobody is in this sequence.</p>;
  return (
    <ul className={classes.moves}>
      {rows.map(({ count, does, why, samples }) => (
        <li key={`${does} ${why}`}>
          <strong>{count.toLocaleString('en')}</strong> {does}
          {why === '' ? '' : `: ${why}`}
          <span className={classes.names}>
            {samples.map(({ id, name }) => (
              <span key={id}>{name ?? id}</span>
            ))}
            {count > samples.length && <span>and {(count - samples.length).toLocaleString('en')} more</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
