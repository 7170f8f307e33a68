import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ItemOf } from '../../api-client/asked.ts';
import { ask } from '../data/ask.ts';
import { useMay } from '../data/who.ts';
import { Answered } from '../parts/answered.tsx';
import classes from './home.module.css';
import { Section } from './section.tsx';

/** More accounts than that have a page of their own. */
const SHOWN = 12;

/** Shows what has gone out today and what is still possible, account by account. */
export function SendsOfToday() {
  const accounts = useQuery(ask('listAccounts', { query: { limit: SHOWN, count: true } }));
  const more = (accounts.data?.count?.value ?? 0) - SHOWN;
  return (
    <Section title="Sends today" count={more > 0 && <Link to="/accounts">{`and of ${more} more`}</Link>}>
      <Answered query={accounts}>
        {({ items }) =>
          items.length === 0 ? (
            <p className={classes.quiet}>No account is connected yet.</p>
          ) : (
            items.map((account) => <SendsOf key={account.id} account={account} />)
          )
        }
      </Answered>
    </Section>
  );
}

function SendsOf({ account: { id, name } }: { readonly account: ItemOf<'listAccounts'> }) {
  const capacity = useQuery(ask('getCapacity', { params: { id }, query: { days: 1 } }));
  const mayList = useMay()('listAccountSends');
  const today = capacity.data?.days[0];
  const classesOfToday = Object.entries(today?.classes ?? {}).filter(
    ([, { cap, used, booked }]) => cap !== null || used + booked > 0,
  );
  return (
    <div className={classes.sends}>
      <h3>
        <Link to="/accounts/$id" params={{ id }}>
          {name}
        </Link>
        {today?.open === false && <span className={classes.count}> · closed today</span>}
      </h3>
      {classesOfToday.map(([kind, { cap, used, booked }]) => {
        const possible = Math.max(cap ?? used + booked, 1);
        const figures = `${used} sent, ${booked} to go${cap === null ? '' : ` of ${cap}`}`;
        const place = { account: id, limit: kind, date: today?.date ?? '' };
        return (
          <SendsOfKind key={kind} kind={kind} used={used / possible} reserved={booked / possible}>
            {mayList && used + booked > 0 ? (
              <Link to="/accounts/$id" params={{ id }} search={place} title="Who they are">
                {figures}
              </Link>
            ) : (
              figures
            )}
          </SendsOfKind>
        );
      })}
      {today !== undefined && classesOfToday.length === 0 && (
        <span className={classes.none}>No limit is known yet.</span>
      )}
    </div>
  );
}

interface SendsOfKindProps {
  readonly kind: string;
  /** Shares of what is possible. */
  readonly used: number;
  readonly reserved: number;
  readonly children: ReactNode;
}

function SendsOfKind({ kind, used, reserved, children }: SendsOfKindProps) {
  return (
    <>
      <span>{kind}</span>
      <span className={classes.track} aria-hidden>
        <span className={classes.used} style={{ width: `${100 * used}%` }} />
        <span className={classes.reserved} style={{ width: `${100 * reserved}%` }} />
      </span>
      <span className={classes.figures}>{children}</span>
    </>
  );
}
