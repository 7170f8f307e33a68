import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ask } from '../data/ask.ts';
import { Answered } from '../parts/answered.tsx';
import { Tag } from '../parts/tag.tsx';
import { Time } from '../parts/time.tsx';
import { KINDS } from '../tasks/kinds.ts';
import classes from './home.module.css';
import { Section } from './section.tsx';

const SHOWN = 8;

/** Shows what a person has to decide, sends in doubt first. */
export function Tasks() {
  const tasks = useQuery(ask('listTasks', { query: { status: 'open', limit: SHOWN, count: true } }));
  const count = tasks.data?.count;
  return (
    <Section
      title="To decide"
      count={
        count && (
          <Link to="/tasks" title="What there is to decide">
            {count.value.toLocaleString('en')}
            {count.exact ? '' : '+'}
          </Link>
        )
      }
    >
      <Answered query={tasks}>
        {({ items }) =>
          items.length === 0 ? (
            <p className={classes.quiet}>Nothing waits for a decision.</p>
          ) : (
            <ul className={classes.list}>
              {[...items]
                .sort((one, other) => Number(other.kind === 'unknown_outcome') - Number(one.kind === 'unknown_outcome'))
                .map(({ id, kind, text, due_at }) => (
                  <li key={id}>
                    <span className={classes.line} title={text}>
                      <Tag tone={kind === 'unknown_outcome' ? 'bad' : 'plain'}>{KINDS[kind]}</Tag>{' '}
                      <Link to="/tasks">{text}</Link>
                    </span>
                    <span className={classes.when}>
                      {due_at !== null && (
                        <>
                          until <Time at={due_at} />
                        </>
                      )}
                    </span>
                  </li>
                ))}
            </ul>
          )
        }
      </Answered>
    </Section>
  );
}
