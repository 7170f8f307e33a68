import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { askPages } from '../../data/ask.ts';
import { Answered } from '../../parts/answered.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import classes from './unmatched.module.css';
import { UnmatchedMessage } from './unmatched-message.tsx';

const SHOWN = 25;

/** Messages that no person fits, so that no answer is lost: each is given to somebody, or left. */
export function UnmatchedPage() {
  const messages = useInfiniteQuery(askPages('listUnmatched', { query: { limit: SHOWN } }));
  const items = messages.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <PageFrame title="Unmatched messages" actions={<Link to="/inbox">Inbox</Link>}>
      <Answered query={messages} rows={6}>
        {() =>
          items.length === 0 ? (
            <EmptyState says="Every message fits a person.">
              Whoever writes under a name that nobody here has is shown here, and not lost.
            </EmptyState>
          ) : (
            <ul className={classes.list}>
              {items.map((message) => (
                <UnmatchedMessage key={message.id} message={message} />
              ))}
            </ul>
          )
        }
      </Answered>
      {messages.hasNextPage && (
        <Button variant="default" loading={messages.isFetchingNextPage} onClick={() => void messages.fetchNextPage()}>
          More
        </Button>
      )}
    </PageFrame>
  );
}
