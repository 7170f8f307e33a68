import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { Simulation } from '../../../../core/simulate/simulation.ts';
import { DAY } from '../../../../shared/kit/duration.ts';
import { messageOf } from '../../../../shared/kit/thrown.ts';
import type { Example } from '../examples.ts';
import classes from './gallery.module.css';
import { EXAMPLE_RUN, simulateExample } from './simulate-example.ts';

/** One example, and what it would bring. */
export function ExampleCard({ example: { name, about, sequence } }: { readonly example: Example }) {
  const id = useId();
  const { data, error } = useQuery({
    queryKey: ['simulated example', name],
    queryFn: async () => simulateExample(await sequence()),
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY, retry: false },
  });
  return (
    <li>
      <article className={classes.card} aria-labelledby={id} aria-busy={data === undefined && error === null}>
        <h2 id={id}>
          <Link to="/new-sequence" search={{ example: name }}>
            {name}
          </Link>
        </h2>
        <p>{about}</p>
        {data !== undefined && <Brings simulation={data} />}
        {error !== null && <p className={classes.quiet}>It could not be simulated: {messageOf(error)}</p>}
        {data === undefined && error === null && <p className={classes.quiet}>Simulating …</p>}
      </article>
    </li>
  );
}

function Brings({ simulation }: { readonly simulation: Simulation }) {
  const { leads, replied, finished, finished_at, outcomes, binding } = simulation;
  const days = finished_at === null ? null : Math.ceil((Date.parse(finished_at) - Date.parse(EXAMPLE_RUN.start)) / DAY);
  return (
    <>
      <p className={classes.result}>
        <strong>
          {replied} of {leads}
        </strong>{' '}
        answer;{' '}
        {days === null
          ? `${finished} have come to an end after ${EXAMPLE_RUN.days} days`
          : `all are over after ${days} days`}
        .
      </p>
      <ul className={classes.outcomes} aria-label="How it ends">
        {Object.entries(outcomes).map(([outcome, count]) => (
          <li key={outcome}>
            <span>{outcome}</span>
            <meter value={count} max={leads} aria-label={outcome} />
            <span>{count}</span>
          </li>
        ))}
      </ul>
      {binding !== null && <p className={classes.quiet}>{binding.text}</p>}
    </>
  );
}
