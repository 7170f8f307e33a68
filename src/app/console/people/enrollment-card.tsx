import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useId, useState } from 'react';
import { ask } from '../data/ask.ts';
import { Answered } from '../parts/answered.tsx';
import { Tag } from '../parts/tag.tsx';
import { Time } from '../parts/time.tsx';
import { WithTimes } from '../parts/with-times.tsx';
import { useScheduleZone } from '../parts/zone.tsx';
import { EnrollmentControls } from './enrollment-controls.tsx';
import type { EnrollmentOfPerson } from './enrollment-of-person.ts';
import classes from './person.module.css';
import { statusWord, whyOf } from './why-of.tsx';

const WalkGraph = lazy(() => import('./walk-graph.tsx').then((file) => ({ default: file.WalkGraph })));

/** One walk through a sequence: what they wait for, until when, what would change it, what is next, and what has happened. */
export function EnrollmentCard({ enrollment }: { readonly enrollment: EnrollmentOfPerson }) {
  const { id, sequence, version, status, campaign_id } = enrollment;
  const heading = useId();
  const [isDrawn, draw] = useState(false);
  const explained = useQuery(ask('explainEnrollment', { params: { id } }));
  useScheduleZone(status === 'finished' ? null : explained.data?.timezone);
  return (
    <section className={classes.card} aria-labelledby={heading}>
      <header className={classes.cardHead}>
        <h2 id={heading}>
          {sequence} v{version}
        </h2>
        <Tag tone={status === 'needs_person' ? 'bad' : status === 'paused' ? 'warn' : 'plain'}>
          {statusWord(status)}
        </Tag>
        {campaign_id !== null && (
          <Link to="/campaigns/$id" params={{ id: campaign_id }}>
            Campaign
          </Link>
        )}
        <span className={classes.cardActs} data-acts>
          <Button size="compact-xs" variant="default" aria-expanded={isDrawn} onClick={() => draw(!isDrawn)}>
            {isDrawn ? 'Without the graph' : 'On the graph'}
          </Button>
          <EnrollmentControls enrollment={enrollment} />
        </span>
      </header>
      <p className={classes.why}>{whyOf(enrollment)}</p>
      {isDrawn && explained.data !== undefined && (
        <Suspense fallback={null}>
          <WalkGraph explained={explained.data} isFinished={status === 'finished'} />
        </Suspense>
      )}
      <Answered query={explained} rows={2}>
        {({ waiting, next, happened }) => (
          <>
            {waiting !== null && waiting.would_change.length > 0 && (
              <p className={classes.quiet}>What would change it: {waiting.would_change.join(' ')}</p>
            )}
            {status !== 'finished' && next.length > 0 && (
              <ul className={classes.next}>
                {next.map(({ when, node, title }) => (
                  <li key={`${when}${node}`}>
                    {when}: {title}
                  </li>
                ))}
              </ul>
            )}
            <ol className={classes.timeline}>
              {[...happened].reverse().map(({ at, type, title, node, step, detail }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines of one moment differ by their place alone.
                <li key={`${at}${type}${node}${index}`}>
                  <span className={classes.when}>
                    <Time at={at} />
                  </span>
                  <span>
                    <WithTimes text={title} />
                    {typeof detail.text === 'string' && detail.text !== '' && `: “${detail.text}”`}
                    {typeof detail.until === 'string' && (
                      <>
                        , until <Time at={detail.until} />
                      </>
                    )}
                    {step !== null && <span className={classes.quiet}> {step}</span>}
                  </span>
                </li>
              ))}
            </ol>
          </>
        )}
      </Answered>
    </section>
  );
}
