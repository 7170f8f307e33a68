import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ItemOf } from '../../api-client/asked.ts';
import { ask } from '../data/ask.ts';
import { useNow } from '../data/virtual-clock.ts';
import classes from './home.module.css';
import { Problem } from './problem.tsx';
import { Section } from './section.tsx';

type Webhook = ItemOf<'listWebhooks'>;

const MOST = 1000;
/** Milliseconds of the world; what is owed for a shorter time is on its way. */
const LATE_AFTER = 10 * 60_000;

/** Shows the webhooks whose receivers get nothing, or get it late. Nothing where all is well. */
export function FailingWebhooks() {
  const now = useNow();
  const { data } = useQuery(ask('listWebhooks', { query: { limit: MOST } }));
  const lines = (data?.items ?? []).flatMap((webhook) => {
    const failure = failureOf(webhook, now);
    return failure === null ? [] : [{ ...failure, id: webhook.id, host: new URL(webhook.url).host }];
  });
  if (lines.length === 0) return null;
  return (
    <Section title="Webhooks in trouble" count={lines.length}>
      <ul className={classes.list}>
        {lines.map(({ id, host, what, since, says }) => (
          <Problem key={id} tone="bad" state={what} since={since} why={says}>
            <Link to="/settings" search={{ part: 'webhooks', id }}>
              Events for {host}
            </Link>
          </Problem>
        ))}
      </ul>
    </Section>
  );
}

interface Failure {
  readonly what: string;
  readonly since: string | null;
  readonly says: string;
}

function failureOf({ status, status_reason, failing_since, behind }: Webhook, now: number | null): Failure | null {
  if (status === 'switched_off') {
    return { what: 'switched off', since: null, says: `Nothing is sent any more: ${status_reason}.` };
  }
  if (status !== 'active') return null;
  const waiting = `${behind?.count ?? 'none'} ${behind?.count === 1 ? 'is' : 'are'} waiting`;
  if (failing_since !== null) return { what: 'fails', since: failing_since, says: `Nothing arrives; ${waiting}.` };
  if (behind === null || now === null || now - Date.parse(behind.since) <= LATE_AFTER) return null;
  return { what: 'late', since: behind.since, says: `${waiting}, the oldest since then.` };
}
