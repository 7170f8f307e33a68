import type { Simulation } from '../../../../core/simulate/simulation.ts';
import classes from '../panels.module.css';

interface SimulationResultProps {
  readonly simulation: Simulation;
  /** The text was changed since. */
  readonly isOld: boolean;
}

/** How it ends, when, which limit holds it up, step by step, and each arm. */
export function SimulationResult({ simulation, isOld }: SimulationResultProps) {
  const { leads, finished_at, finished, replied, outcomes, binding, funnel, splits, ranges, days, what_if } =
    simulation;
  const share = (count: number) => (leads === 0 ? '' : `${((100 * count) / leads).toFixed(0)} %`);
  return (
    <div className={classes.result} data-old={isOld}>
      {isOld && <p className={classes.quiet}>Of the text before its last change.</p>}
      <p>
        {finished_at === null
          ? `After ${days} days ${finished} of ${leads} have come to an end.`
          : `The last of ${leads} ends on ${finished_at.slice(0, 10)}.`}{' '}
        {replied} have answered ({share(replied)}). {binding?.text}
        {what_if?.finished_at != null && finished_at !== null && what_if.finished_at < finished_at
          ? ` With one more account it ends on ${what_if.finished_at.slice(0, 10)}.`
          : ''}
      </p>
      {ranges !== null && (
        <p className={classes.quiet}>
          Of {ranges.runs} times, answers lie between {ranges.replied.low} and {ranges.replied.high}, and the end
          between {ranges.finished_at.low?.slice(0, 10) ?? 'later'} and{' '}
          {ranges.finished_at.high?.slice(0, 10) ?? 'later'}.
        </p>
      )}
      <Table
        title="How it ends"
        head={['Outcome', 'People', '']}
        rows={Object.entries(outcomes).map(([name, count]) => [name, count, share(count)])}
      />
      <Table
        title="Step by step"
        head={['Step', 'Reached', 'Still there']}
        rows={funnel.map(({ title, in: reached, standing }) => [title, reached, standing])}
      />
      {splits.map(({ node, title, arms }, split) => (
        <Table
          key={node}
          title={`Arms of ${title}`}
          head={['Arm', 'People', ranges === null ? 'Replied' : `Replied (of ${ranges.runs} times)`]}
          rows={arms.map((arm, n) => {
            const range = ranges?.splits[split]?.arms[n]?.replied;
            const replied = range === undefined ? arm.replied : `${arm.replied} (${range.low} to ${range.high})`;
            return [arm.name, arm.entered, replied];
          })}
        />
      ))}
    </div>
  );
}

interface TableProps {
  readonly title: string;
  readonly head: readonly [string, string, string];
  readonly rows: readonly (readonly [string, number, number | string])[];
}

function Table({ title, head, rows }: TableProps) {
  return (
    <table className={classes.figures}>
      <caption>{title}</caption>
      <thead>
        <tr>
          {head.map((cell, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column has its place alone.
            <th key={at} scope="col">
              {cell === '' ? <span hidden>Share</span> : cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, first, second], at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two steps may have one title.
          <tr key={at}>
            <th scope="row">{name}</th>
            <td>{first}</td>
            <td>{second}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
