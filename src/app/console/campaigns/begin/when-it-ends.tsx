import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { ResultOf } from '../../../api-client/asked.ts';
import { client } from '../../data/client.ts';
import { tellProblem } from '../../parts/tell.tsx';
import { people } from '../../parts/words.ts';
import classes from './begin.module.css';
import type { Senders } from './campaign-draft.ts';

/** More take a minute: so many stand for all. */
const MOST = 2000;
/** More are drawn once, and not several times. */
const FEW = 200;
const DAYS = 365;

interface WhenItEndsProps {
  readonly sequence: string;
  /** The account that reads the people; empty: none does. */
  readonly reader: string;
  /** Those that were chosen; undefined: as the sequence says. */
  readonly senders: Senders | undefined;
  readonly leads: number;
}

/** A simulation of these people from now on, in the calendars of the accounts as they are, with what is booked on them. */
export function WhenItEnds({ sequence, reader, senders, leads }: WhenItEndsProps) {
  const asking = useRef<AbortController | null>(null);
  const count = Math.min(leads, MOST);
  const simulation = useMutation({
    mutationFn: () => {
      const own = new AbortController();
      asking.current = own;
      return client.simulateSequence(
        {
          params: { name: sequence },
          body: {
            ...{ leads: count, days: DAYS, runs: count > FEW ? 1 : 5, what_if: true, real_accounts: true },
            ...(reader === '' ? {} : { account_id: reader }),
            ...(senders === undefined ? {} : { senders }),
          },
        },
        { signal: own.signal },
      );
    },
    onError: (error) => {
      if (asking.current?.signal.aborted !== true) tellProblem(error);
    },
  });
  if (simulation.isPending) {
    return (
      <div className={classes.ends}>
        <progress aria-label="It is being simulated" />
        <Button size="compact-xs" variant="default" onClick={() => asking.current?.abort()}>
          Cancel
        </Button>
      </div>
    );
  }
  if (simulation.data === undefined) {
    return (
      <div className={classes.ends}>
        <Button size="compact-xs" variant="default" onClick={() => simulation.mutate()}>
          Simulate when it ends
        </Button>
      </div>
    );
  }
  return <Simulated simulation={simulation.data} count={count} leads={leads} />;
}

interface SimulatedProps {
  readonly simulation: ResultOf<'simulateSequence'>;
  readonly count: number;
  readonly leads: number;
}

function Simulated({ simulation, count, leads }: SimulatedProps) {
  const { finished_at, finished, replied, ranges, binding, what_if } = simulation;
  const day = (at: string | null | undefined) => at?.slice(0, 10) ?? 'later than in a year';
  return (
    <div className={classes.ends} role="status">
      <p>
        {finished_at === null
          ? `After a year ${finished} of ${people(count)} have come to an end.`
          : `The last of ${people(count)} ends on ${day(finished_at)}.`}{' '}
        {ranges != null &&
          (ranges.finished_at.low === ranges.finished_at.high
            ? `So it was each of ${ranges.runs} times. `
            : `Of ${ranges.runs} times it ended between ${day(ranges.finished_at.low)} and ${day(ranges.finished_at.high)}. `)}
        About {replied} answer. {binding?.text}
        {finished_at !== null && what_if?.finished_at != null && what_if.finished_at < finished_at
          ? ` With one more account it ends on ${day(what_if.finished_at)}.`
          : ''}
      </p>
      <p className={classes.quiet}>
        If people do as usual, from now on, around all that is booked on the accounts already. Who waits there for a
        slot and has none yet is not counted.
        {count < leads && ` Simulated with ${people(count)} of ${leads.toLocaleString('en')}: all of them take longer.`}
      </p>
    </div>
  );
}
