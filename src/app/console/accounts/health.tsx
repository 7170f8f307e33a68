import { Link } from '@tanstack/react-router';
import { Tag } from '../parts/tag.tsx';
import { Time } from '../parts/time.tsx';
import { WithTimes } from '../parts/with-times.tsx';
import { type Account, endOf, guardrailInWords, reasonWord, shareOf, toneOfHealth } from './account-words.ts';
import classes from './accounts.module.css';
import { EndWait } from './end-wait.tsx';
import { Section } from './section.tsx';

/** All that holds an account, who waits for it, and how its mail has fared. */
export function Health({ account }: { readonly account: Account }) {
  const { id, held, waiting, inmails, health } = account;
  return (
    <Section title="Health">
      <ul className={classes.lines}>
        {held.length === 0 && <li>Nothing holds it.</li>}
        {held.map((hold) => {
          const { kind, reason, since, until, limit_class } = hold;
          return (
            <li key={`${kind}${limit_class}${reason}`}>
              <Tag tone={kind === 'limit' || kind === 'slow_down' ? 'warn' : 'bad'}>{reasonWord(hold)}</Tag>{' '}
              {limit_class !== undefined && `${limit_class}s: `}
              <WithTimes text={reason} /> {kind === 'slow_down' && <EndWait account={account} />}
              <small>
                {since !== null && (
                  <>
                    since <Time at={since} />,{' '}
                  </>
                )}
                {until === null ? (
                  endOf(hold)
                ) : (
                  <>
                    until <Time at={until} distance />
                  </>
                )}
              </small>
            </li>
          );
        })}
        {waiting.map(({ people, reason, next }) => (
          <li key={`${reason}${next}`}>
            <Link to="/people" search={{ waiting_on: id }} title="Who waits for it">
              {people.toLocaleString('en')} {people === 1 ? 'person waits' : 'people wait'}
            </Link>
            : <WithTimes text={reason ?? 'for their slot'} />
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
