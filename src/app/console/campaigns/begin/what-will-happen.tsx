import { Button } from '@mantine/core';
import { client } from '../../data/client.ts';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { nameOfLead } from '../../parts/lead-name.ts';
import { tellProblem } from '../../parts/tell.tsx';
import { code, countOf, people } from '../campaign-words.ts';
import classes from './begin.module.css';
import type { Request } from './campaign-draft.ts';
import type { Previewed, PreviewWork } from './use-preview.ts';
import { WhenItEnds } from './when-it-ends.tsx';

interface WhatWillHappenProps {
  readonly preview: PreviewWork;
  readonly request: Request;
  readonly sequence: string;
  readonly isStarting: boolean;
  onStart(): void;
}

/** The dry run in words: who enters, who does not and why, what it costs, when it ends; and the start. */
export function WhatWillHappen({ preview, request, sequence, isStarting, onStart }: WhatWillHappenProps) {
  const { shown, isCurrent, error, look } = preview;
  const most = shown === null ? null : entering(shown);
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
            {most === null ? 'Whoever the source shows' : people(most.count)} {most?.isMost ? 'at most enter' : 'enter'}{' '}
            {shown.sequence} v{shown.version}. {shown.cost.text}
            {shown.follow !== null && ` ${shown.follow.text}`}
          </p>
          {shown.rows !== null && <LeftOut rows={shown.rows} request={request} />}
          {shown.rows === null && (
            <p className={classes.quiet}>
              As each of them is read, the rules of the sequence and the do-not-contact list leave people out; the
              campaign says whom and why.
            </p>
          )}
          {shown.first_rows.length > 0 && <FirstRows rows={shown.first_rows} />}
          {most !== null && most.count > 0 && isCurrent && <WhenItEnds sequence={sequence} leads={most.count} />}
        </div>
      )}
      <Button onClick={onStart} disabled={!isCurrent || most?.count === 0} loading={isStarting}>
        {most === null || most.count === 0 ? 'Start the campaign' : `Start with ${people(most.count)}`}
      </Button>
    </section>
  );
}

/** How many, as far as can be known; null: nobody knows. */
function entering({ rows, candidates, cost }: Previewed): { readonly count: number; readonly isMost: boolean } | null {
  if (rows !== null) return { count: rows.complete - rows.duplicates, isMost: false };
  if (candidates !== null) return candidates.people === null ? null : { count: candidates.people, isMost: true };
  // A search costs 1 credit for every 10 whom it is to find.
  return cost.credits > 0 ? { count: cost.credits * 10, isMost: true } : null;
}

interface LeftOutProps {
  readonly rows: NonNullable<Previewed['rows']>;
  readonly request: Request;
}

function LeftOut({ rows: { refused, duplicates, problems, total }, request }: LeftOutProps) {
  const reasons = [
    ...Object.entries(refused).map(([name, count]) => [code(name), count] as const),
    ...(duplicates > 0 ? [['the person of an earlier row', duplicates] as const] : []),
  ];
  if (reasons.length === 0) return <p className={classes.quiet}>Nobody of {countOf(total, 'row')} is left out.</p>;
  return (
    <>
      <table className={classes.table}>
        <caption>Left out, of {countOf(total, 'row')}</caption>
        <tbody>
          {reasons.map(([reason, count]) => (
            <tr key={reason}>
              <th scope="row">{reason}</th>
              <td>{count.toLocaleString('en')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <table className={classes.table}>
        <caption>
          The first of them {request.ok && 'file' in request.asked && <ProblemsFile asked={request.asked} />}
        </caption>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Who</th>
            <th scope="col">Why</th>
          </tr>
        </thead>
        <tbody>
          {problems.map(({ row, message, ...who }) => (
            <tr key={row}>
              <th scope="row">{row}</th>
              <td>{nameOfLead(who)}</td>
              <td>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** All of them, as a file to mend and send again. */
function ProblemsFile({ asked }: { readonly asked: Extract<Request, { readonly ok: true }>['asked'] }) {
  const save = async () => {
    const query = { ...('query' in asked ? asked.query : {}), dry_run: true, format: 'csv' };
    const answer = await client.raw('createCampaign', { ...asked, query });
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await answer.blob());
    link.download = 'left-out.csv';
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <Button size="compact-xs" variant="default" onClick={() => void save().catch(tellProblem)}>
      All of them as CSV
    </Button>
  );
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
              {Object.entries(Object(lead)).map(([name, value]) => (
                <span key={name}>
                  <small>{name}</small> {typeof value === 'object' ? JSON.stringify(value) : `${value}`}
                </span>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
