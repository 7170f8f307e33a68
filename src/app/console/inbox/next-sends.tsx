import { useQuery } from '@tanstack/react-query';
import type { ResultOf } from '../../api-client/asked.ts';
import { ask } from '../data/ask.ts';
import { useMe } from '../data/who.ts';
import { whyOf } from '../people/why-of.tsx';
import classes from './inbox.module.css';

type Enrollment = ResultOf<'getLead'>['enrollments'][number];

/** More sequences at once are more than anybody reads while they write. */
const MOST = 3;

/** Shows what sequences send this person next, so that nobody writes past them; `isHeld`: not while somebody of ours writes. */
export function NextSends({ lead_id, isWriting }: { readonly lead_id: string; readonly isWriting: boolean }) {
  const { data: person } = useQuery(ask('getLead', { params: { id: lead_id } }));
  const isLimited = (useMe()?.account_ids ?? null) !== null;
  const inside = person?.enrollments.filter(({ status }) => status !== 'finished') ?? [];
  if (person === undefined) return null;
  if (inside.length === 0) {
    const which = isLimited ? 'No sequence of your accounts' : 'No sequence';
    return <p className={classes.quiet}>{which} will write to this person.</p>;
  }
  return (
    <ul className={classes.next} aria-label="What sequences do next">
      {inside.slice(0, MOST).map((one) => (
        <NextSend key={one.id} enrollment={one} isWriting={isWriting} />
      ))}
      {inside.length > MOST && <li>{inside.length - MOST} more</li>}
    </ul>
  );
}

function NextSend({ enrollment, isWriting }: { readonly enrollment: Enrollment; readonly isWriting: boolean }) {
  const { data: explained } = useQuery(ask('explainEnrollment', { params: { id: enrollment.id } }));
  return (
    <li>
      Sequence <strong>{enrollment.sequence}</strong>: {whyOf(enrollment)}.
      {explained?.next.map(({ when, node, title }) => (
        <span key={`${when} ${node}`}>
          {' '}
          {when}: {title}.
        </span>
      ))}
      {isWriting && ' It sends nothing while you write.'}
    </li>
  );
}
