import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { reasonWord } from '../accounts/account-words.ts';
import { ask } from '../data/ask.ts';
import { useMay } from '../data/who.ts';
import { WithTimes } from '../parts/with-times.tsx';
import classes from './home.module.css';
import { Problem } from './problem.tsx';
import { Section } from './section.tsx';

const MOST = 1000;
/** Without the counts, for which all of their people are looked at. */
const askCampaigns = (status: 'paused' | 'failed') =>
  ask('listCampaigns', { query: { status, limit: MOST, fields: ['id', 'name', 'status', 'paused', 'error'] } });

/** Accounts that are signed out, not heard or held, and campaigns that are paused: each with its reason. */
export function WhatWaits() {
  const may = useMay();
  const accounts = useQuery({ ...ask('listAccounts', { query: { limit: MOST } }), enabled: may('listAccounts') });
  const paused = useQuery({ ...askCampaigns('paused'), enabled: may('listCampaigns') });
  const failed = useQuery({ ...askCampaigns('failed'), enabled: may('listCampaigns') });
  const holds = useQuery({ ...ask('listHolds', { query: { limit: MOST } }), enabled: may('listHolds') });
  const everything = holds.data?.items.find(({ scope }) => scope === 'all');
  const lines = [
    ...(everything === undefined
      ? []
      : [
          {
            key: 'all',
            name: `Everything is ${everything.state}`,
            what: 'all',
            why: everything.note,
            since: everything.at,
            campaign: null,
            account: null,
          },
        ]),
    ...(accounts.data?.items ?? []).flatMap(({ id, name, held }) =>
      held
        // What passes after a while needs nobody.
        .filter(({ kind }) => kind !== 'slow_down' && kind !== 'limit')
        .map((hold) => ({
          ...{ key: `${id} ${hold.kind}`, name, why: hold.reason, since: hold.since, campaign: null, account: id },
          what: reasonWord(hold),
        })),
    ),
    ...[...(failed.data?.items ?? []), ...(paused.data?.items ?? [])].map(({ id, name, status, paused, error }) => ({
      ...{
        key: id,
        name,
        what: status,
        why: paused?.note ?? error,
        since: paused?.at ?? null,
        campaign: id,
        account: null,
      },
    })),
  ];
  return (
    <Section title="Held" count={lines.length}>
      {lines.length === 0 ? (
        <p className={classes.quiet}>Every account is heard, and no campaign is paused.</p>
      ) : (
        <ul className={classes.list}>
          {lines.map(({ key, name, what, why, since, campaign, account }) => (
            <Problem
              key={key}
              tone="warn"
              state={what}
              since={since}
              why={why === null ? null : <WithTimes text={why} />}
            >
              {campaign !== null ? (
                <Link to="/campaigns/$id" params={{ id: campaign }}>
                  {name}
                </Link>
              ) : account !== null ? (
                <Link to="/accounts/$id" params={{ id: account }}>
                  {name}
                </Link>
              ) : (
                name
              )}
            </Problem>
          ))}
        </ul>
      )}
    </Section>
  );
}
