import { Tag } from '../parts/tag.tsx';
import { Time } from '../parts/time.tsx';
import { type Account, guardrailInWords, shareOf, toneOfHealth } from './account-words.ts';
import classes from './accounts.module.css';
import { Section } from './section.tsx';

/** All that holds an account, who waits for it, and how its mail has fared. */
export function Health({ account: { held, waiting, inmails, health } }: { readonly account: Account }) {
  return (
    <Section title="Health">
      <ul className={classes.lines}>
        {held.length === 0 && <li>Nothing holds it.</li>}
        {held.map(({ kind, reason, since, until, limit_class }) => (
          <li key={`${kind}${limit_class}${reason}`}>
            <Tag tone={kind === 'limit' || kind === 'slow_down' ? 'warn' : 'bad'}>{kind.replaceAll('_', ' ')}</Tag>{' '}
            {limit_class !== undefined && `${limit_class}s: `}
            {reason}
            <small>
              {since !== null && (
                <>
                  since <Time at={since} />,{' '}
                </>
              )}
              {until === null ? (
                'until somebody or something ends it'
              ) : (
                <>
                  until <Time at={until} distance />
                </>
              )}
            </small>
          </li>
        ))}
        {waiting.map(({ people, reason, next }) => (
          <li key={`${reason}${next}`}>
            {people.toLocaleString('en')} {people === 1 ? 'person waits' : 'people wait'}: {reason ?? 'for their slot'}
            {next !== null && (
              <small>
                next <Time at={next} distance />
              </small>
            )}
          </li>
        ))}
        {inmails !== null && (
          <li>
            {inmails.free} InMails are free: {inmails.left} left, {inmails.booked} booked
            <small>
              renews <Time at={inmails.renews_at} />
              {inmails.per_month !== null && ` by ${inmails.per_month}`}
            </small>
          </li>
        )}
        {health !== null && (
          <li>
            {health.sends.toLocaleString('en')} mails
            {health.since !== null && (
              <>
                {' '}
                since <Time at={health.since} />
              </>
            )}
            : {health.bounces} bounced, {health.complaints} complained about{' '}
            {health.sends > 0 && (
              <Tag tone={toneOfHealth(health)}>
                {shareOf(health.bounces, health.sends)} and {shareOf(health.complaints, health.sends)}
              </Tag>
            )}
            <small>{guardrailInWords(health)}</small>
          </li>
        )}
      </ul>
    </Section>
  );
}
