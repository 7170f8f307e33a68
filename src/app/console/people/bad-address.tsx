import { Link } from '@tanstack/react-router';
import type { ResultOf } from '../../api-client/asked.ts';
import { useMay } from '../data/who.ts';
import { Tag } from '../parts/tag.tsx';
import { Time } from '../parts/time.tsx';
import classes from './person.module.css';

/** That mails do not reach them or are not wanted: since when, why, and what ends it. */
export function BadAddress({ report }: { readonly report: ResultOf<'getLead'>['address_report'] }) {
  const may = useMay();
  if (report === null) return null;
  const { address, kind, at, reason } = report;
  return (
    <section className={classes.card} aria-label="Bad address">
      <p className={classes.why}>
        <Tag tone="bad">bad address</Tag>{' '}
        {kind === 'bounce' ? `Mails to ${address} came back for good` : `Somebody at ${address} called a mail spam`},
        last on <Time at={at} />
        {reason === '' ? '' : `: ${reason}`}
      </p>
      <p className={classes.quiet}>
        {kind === 'bounce' ? 'A reply from there ends it, or somebody who says' : 'It ends when somebody says'} that the
        address is good
        {may('listAddressReports') && (
          <>
            , in{' '}
            <Link to="/settings" search={{ part: 'bad-addresses' }}>
              Settings
            </Link>
          </>
        )}
        .
      </p>
    </section>
  );
}
