import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ResultOf } from '../../api-client/asked.ts';
import { ask } from '../data/ask.ts';
import { useNow } from '../data/virtual-clock.ts';
import { useMay } from '../data/who.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Time } from '../parts/time.tsx';
import classes from './settings.module.css';

/** Shows what time it is for all but this page; whoever asks is told what is at work and what is due next, or why nobody knows. */
export function VirtualTime() {
  const may = useMay();
  const now = useNow();
  const { data: clock } = useQuery(ask('getClock'));
  // Each look asks Postgres, Temporal and the service.
  const quiet = useQuery({ ...ask('getQuiet'), enabled: false });
  if (now === null || clock === undefined || !may('getQuiet')) return null;
  const look = () => void quiet.refetch();
  return (
    <section className={classes.form} aria-label="Virtual time">
      <p className={classes.quiet}>
        Virtual time, which everything but this page goes by, is <Time at={new Date(now).toISOString()} />; it runs{' '}
        {clock.speed === 1 ? 'as fast as on the wall' : `${clock.speed.toLocaleString('en')} times as fast`}.
      </p>
      <Button variant="default" loading={quiet.isFetching} onClick={look}>
        See what is at work
      </Button>
      {quiet.error === null ? (
        quiet.data !== undefined && <AtWork quiet={quiet.data} />
      ) : (
        <ErrorNotice error={quiet.error} onRetry={look} />
      )}
    </section>
  );
}

const AtWork = ({ quiet: { is_quiet, under_way, next } }: { readonly quiet: ResultOf<'getQuiet'> }) => (
  <p className={classes.quiet} role="status">
    {is_quiet ? 'Nothing is at work. ' : `At work: ${under_way.map(countOf).join(', ')}. `}
    {next === null ? (
      'Nothing is due later.'
    ) : (
      <>
        Due next: {next.what}, <Time at={next.at} distance />.
      </>
    )}
  </p>
);

const countOf = ({ what, count }: ResultOf<'getQuiet'>['under_way'][number]): string =>
  `${count.toLocaleString('en')} ${what}`;
