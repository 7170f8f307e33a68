import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../data/ask.ts';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { people } from '../../parts/words.ts';
import { planOf } from '../../sequences/plan-of.ts';
import classes from './begin.module.css';
import { type Request, type Senders, takesDifferences } from './campaign-draft.ts';
import { Differences } from './differences.tsx';
import { LeftOut } from './left-out.tsx';
import type { Previewed, PreviewWork } from './use-preview.ts';
import { WhenItEnds } from './when-it-ends.tsx';

interface WhatWillHappenProps {
  readonly preview: PreviewWork;
  readonly request: Request;
  readonly sequence: string;
  /** The account that reads the people; empty: none does. */
  readonly reader: string;
  /** Accounts to send from; undefined: as the sequence says. */
  readonly senders: Senders | undefined;
  readonly isStarting: boolean;
  onStart(): void;
}

/** The dry run in words: who enters, who does not and why, what it costs, when it ends; and the start. */
export function WhatWillHappen({
  preview,
  request,
  sequence,
  reader,
  senders,
  isStarting,
  onStart,
}: WhatWillHappenProps) {
  const { shown, isCurrent, error, look } = preview;
  const isEnteredAgain = useIsEnteredAgain(sequence);
  // Who has come to their end may enter again, where the sequence says so: how many that is, each row says when its turn comes.
  const known = isEnteredAgain ? 0 : (shown?.rows?.known ?? 0);
  const most = shown === null ? null : entering(shown, isEnteredAgain);
  const takes = takesDifferences(request);
  const corrected = takes ? (shown?.rows?.differing ?? 0) : 0;
  return (
    <section className={classes.preview} aria-labelledby="what-will-happen">
      <h2 id="what-will-happen">What will happen</h2>
      {error !== null && <ErrorNotice error={error} onRetry={look} />}
      {shown === null ? (
        <p className={classes.quiet}>
          Look before you start: it says how many people enter, who is left out and why, what reading them costs, and
          when it ends.
        </p>
      ) : (
        <div className={classes.shown} data-old={!isCurrent}>
          {!isCurrent && (
            <p className={classes.quiet} role="status">
              The form has changed since. Look again before you start.
            </p>
          )}
          <p>
            {most === null ? 'Whoever the source shows' : people(most.count)} {most?.isMost && 'at most '}
            {most === null || most.count === 1 ? 'enters' : 'enter'} {shown.sequence} v{shown.version}.{' '}
            {shown.cost.text}
            {shown.follow !== null && ` ${shown.follow.text}`}
          </p>
          {shown.rows !== null && <LeftOut rows={shown.rows} known={known} request={request} />}
          {shown.rows !== null && shown.rows.known > 0 && (
            <Differences rows={shown.rows} takes={takes} request={request} />
          )}
          {shown.rows === null && (
            <p className={classes.quiet}>
              As each of them is read, the rules of the sequence and the do-not-contact list leave people out; the
              campaign says whom and why.
            </p>
          )}
          {shown.first_rows.length > 0 && <FirstRows rows={shown.first_rows} />}
          {most !== null && most.count > 0 && isCurrent && (
            <WhenItEnds
              key={JSON.stringify([sequence, reader, senders, most.count])}
              {...{ sequence, reader, senders }}
              leads={most.count}
            />
          )}
        </div>
      )}
      <Button onClick={onStart} disabled={!isCurrent || (most?.count === 0 && corrected === 0)} loading={isStarting}>
        {startWords(most?.count ?? 0, corrected)}
      </Button>
    </section>
  );
}

function startWords(entering: number, corrected: number): string {
  if (corrected === 0) return entering === 0 ? 'Start the campaign' : `Start with ${people(entering)}`;
  return entering === 0 ? `Correct ${people(corrected)}` : `Start with ${people(entering)}, correct ${corrected}`;
}

/** Tells whether people who have come to the end of the sequence may come into it once more, after some time. */
function useIsEnteredAgain(sequence: string): boolean {
  const { data } = useQuery({ ...ask('getSequence', { params: { name: sequence } }), enabled: sequence !== '' });
  return (data === undefined ? 'never' : (planOf(data.plan).enroll?.again ?? 'never')) !== 'never';
}

/** How many, as far as can be known; null: nobody knows. */
function entering(
  { rows, candidates, cost }: Previewed,
  isEnteredAgain: boolean,
): { readonly count: number; readonly isMost: boolean } | null {
  if (rows !== null) {
    const others = rows.complete - rows.duplicates;
    return isEnteredAgain ? { count: others, isMost: rows.known > 0 } : { count: others - rows.known, isMost: false };
  }
  if (candidates !== null) return candidates.people === null ? null : { count: candidates.people, isMost: true };
  // A search costs 1 credit for every 10 whom it is to find.
  return cost.credits > 0 ? { count: cost.credits * 10, isMost: true } : null;
}

function FirstRows({ rows }: { readonly rows: Previewed['first_rows'] }) {
  return (
    <table className={classes.table}>
      <caption>The first rows, as they are understood</caption>
      <tbody>
        {rows.map(({ row, lead }) => (
          <tr key={row}>
            <th scope="row">{row}</th>
            <td className={classes.lead}>
              {valuesOf(lead).map(([name, value]) => (
                <span key={name}>
                  <small>{name}</small> {value}
                </span>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Each by its name as a sequence calls it: variables one by one. */
const valuesOf = (given: unknown, within = ''): readonly (readonly [name: string, value: string])[] =>
  Object.entries(Object(given)).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? valuesOf(value, `${within}${name}.`)
      : [[`${within}${name}`, `${value}`] as const],
  );
