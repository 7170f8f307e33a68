import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { runsOf } from '../../../../language/plan/nodes/runs-of.ts';
import type { ResultOf } from '../../../api-client/asked.ts';
import { ask } from '../../data/ask.ts';
import { useNow } from '../../data/world-clock.ts';
import { planOf } from '../../sequences/plan-of.ts';
import { useSimulation } from '../../sequences/simulation/use-simulation.ts';
import { people } from '../campaign-words.ts';
import classes from './begin.module.css';

/** More take a minute: so many stand for all. */
const MOST = 2000;
const DAYS = 365;

/** A simulation of these people from today on, in the browser. */
export function WhenItEnds({ sequence, leads }: { readonly sequence: string; readonly leads: number }) {
  const { data } = useQuery(ask('getSequence', { params: { name: sequence } }));
  return data === undefined ? null : <Simulated key={`${data.version} ${leads}`} published={data} leads={leads} />;
}

function Simulated({ published, leads }: { readonly published: ResultOf<'getSequence'>; readonly leads: number }) {
  const now = useNow();
  const { done, result, problems, simulate, cancel } = useSimulation();
  const count = Math.min(leads, MOST);
  const run = () => {
    if (now === null) return;
    void simulate({
      ...{ text: published.source, leads: count, days: DAYS, seed: '1', runs: count > 200 ? 1 : 5, rates: {} },
      start: new Date(now).toISOString().slice(0, 10),
      runs_of: runsOf(Object.values(planOf(published.plan).nodes)),
    });
  };
  if (done !== null) {
    return (
      <div className={classes.ends}>
        <progress value={done} max={1} aria-label="How far the simulation is" />
        <Button size="compact-xs" variant="default" onClick={cancel}>
          Cancel
        </Button>
      </div>
    );
  }
  if (result === null) {
    return (
      <div className={classes.ends}>
        <Button size="compact-xs" variant="default" onClick={run} disabled={now === null}>
          Simulate when it ends
        </Button>
        {problems.map((problem) => (
          <span key={problem} role="alert">
            {problem}
          </span>
        ))}
      </div>
    );
  }
  const { finished_at, finished, replied, ranges, binding, what_if } = result.simulation;
  const day = (at: string | null | undefined) => at?.slice(0, 10) ?? 'later than in a year';
  return (
    <div className={classes.ends} role="status">
      <p>
        {finished_at === null
          ? `After a year ${finished} of ${people(count)} have come to an end.`
          : `The last of ${people(count)} ends on ${day(finished_at)}.`}{' '}
        {ranges !== null &&
          `Of ${ranges.runs} times it ended between ${day(ranges.finished_at.low)} and ${day(ranges.finished_at.high)}. `}
        About {replied} answer. {binding?.text}
        {finished_at !== null && what_if?.finished_at != null && what_if.finished_at < finished_at
          ? ` With one more account it ends on ${day(what_if.finished_at)}.`
          : ''}
      </p>
      <p className={classes.quiet}>
        If people do as usual and nobody else uses the accounts.
        {count < leads && ` Simulated with ${people(count)} of ${leads.toLocaleString('en')}: all of them take longer.`}
      </p>
    </div>
  );
}
