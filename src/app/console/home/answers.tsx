import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ask } from '../data/ask.ts';
import { Answered } from '../parts/answered.tsx';
import { nameOfLead } from '../parts/lead-name.ts';
import { Time } from '../parts/time.tsx';
import classes from './home.module.css';
import { Section } from './section.tsx';

const SHOWN = 8;

/** Shows who has written, and waits for us. */
export function Answers() {
  const answers = useQuery(
    ask('listConversations', { query: { state: 'open', waiting_for: 'us', limit: SHOWN, count: true } }),
  );
  const count = answers.data?.count;
  return (
    <Section
      title="Answers"
      count={
        count && (
          <Link to="/inbox" search={{ state: 'open', waiting_for: 'us' }} title="Who they are">
            {count.value.toLocaleString('en')}
            {count.exact ? '' : '+'}
          </Link>
        )
      }
    >
      <Answered query={answers}>
        {({ items }) =>
          items.length === 0 ? (
            <p className={classes.quiet}>Nobody waits for an answer.</p>
          ) : (
            <ul className={classes.list}>
              {items.map(({ id, lead, last_message, waiting }) => (
                <li key={id}>
                  <Link className={classes.line} to="/inbox" search={{ id }}>
                    {nameOfLead(lead)}
                  </Link>
                  <span className={classes.when}>
                    <Time at={waiting?.since ?? last_message.at} />
                  </span>
                  <span className={classes.words}>{last_message.text}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
    </Section>
  );
}
