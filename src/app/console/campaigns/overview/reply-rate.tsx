import type { ResultOf } from '../../../api-client/asked.ts';
import { percent } from '../../parts/words.ts';
import bars from '../bars.module.css';
import classes from '../campaign.module.css';
import { perReply } from '../compare/compare-rows.ts';
import { PeopleLink } from './people-link.tsx';

/** The share of those who can be judged, with how sure it is, and what one reply has cost. */
export function ReplyRate({ results }: { readonly results: ResultOf<'getCampaignResults'> }) {
  const { reply_rate, cost, window_days } = results;
  const { rate, low, high, judged, replied } = reply_rate;
  return (
    <section className={classes.section} aria-labelledby="reply-rate">
      <h2 id="reply-rate">Reply rate</h2>
      {rate === null ? (
        <p className={classes.why}>
          Nobody can be judged yet: a person counts {window_days} days after the first contact.
        </p>
      ) : (
        <>
          <p>
            <strong className={bars.rate}>{percent(rate)}</strong> {replied.toLocaleString('en')} of{' '}
            <PeopleLink count={judged} search={{ judged: 'true' }} /> whose {window_days} days are over
          </p>
          <div className={bars.interval} aria-hidden>
            <span style={{ left: `${100 * low}%`, width: `${100 * (high - low)}%` }} />
            <i style={{ left: `${100 * rate}%` }} />
          </div>
          <p className={classes.why}>
            With 95 % confidence between {percent(low)} and {percent(high)}.
          </p>
        </>
      )}
      <p className={classes.why}>
        {cost.credits.toLocaleString('en')} credits and {cost.inmails.toLocaleString('en')} InMails
        {cost.credits_per_reply !== null &&
          `: ${perReply(cost.credits_per_reply)} credits and ${perReply(cost.inmails_per_reply)} InMails for a reply`}
        .
      </p>
    </section>
  );
}
