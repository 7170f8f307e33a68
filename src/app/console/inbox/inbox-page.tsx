import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { askPages } from '../data/ask.ts';
import { useMay } from '../data/who.ts';
import { Answered } from '../parts/answered.tsx';
import controls from '../parts/controls.module.css';
import { EmptyState } from '../parts/empty-state.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { SearchBox } from '../parts/search-box.tsx';
import { useNextPage } from '../parts/use-next-page.ts';
import { BulkBar } from './bulk-bar.tsx';
import { ConversationList } from './conversation-list.tsx';
import { filterOf, isNarrowed, isOf, type NARROWS, searchOf, VIEWS } from './filter-of.ts';
import classes from './inbox.module.css';
import { InboxFilters } from './inbox-filters.tsx';
import { pickedTo, turned } from './picks.ts';
import { Thread } from './thread.tsx';
import { UnmatchedLink } from './unmatched/unmatched-link.tsx';
import { useInboxKeys } from './use-inbox-keys.ts';

const route = getRouteApi('/inbox');
const NONE: ReadonlySet<string> = new Set();

/** The page of what people have answered, with the conversation that is open beside it. */
export function InboxPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const { id: open, ...said } = search;
  const { q } = said;
  const list = useInfiniteQuery(askPages('listConversations', { query: filterOf(said) }));
  const goOn = useNextPage(list);
  const items = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? [], [list.data]);
  const choose = (id: string) => void navigate({ search: (before) => ({ ...before, id }), replace: true });
  const canPick = may('closeConversation');
  const [picks, setPicks] = useState(NONE);
  const lastPicked = useRef<string>(undefined);
  const pick = (id: string, withAllBetween: boolean) => {
    const ids = items.map((item) => item.id);
    setPicks((before) => (withAllBetween ? pickedTo(before, ids, lastPicked.current ?? open, id) : turned(before, id)));
    lastPicked.current = id;
  };
  // Who is not in the list any more is picked no longer: nobody would see what happens to them.
  const picked = useMemo(() => items.filter(({ id }) => picks.has(id)), [items, picks]);
  useInboxKeys({ items, open, choose, ...(canPick ? { pick, unpick: () => setPicks(NONE) } : {}) });
  const say = (name: 'q' | (typeof NARROWS)[number], value: string) =>
    void navigate({
      search: ({ [name]: _, ...before }) => (value === '' ? before : { ...before, [name]: value }),
      replace: true,
    });

  const hasAsked = q !== undefined || isNarrowed(said);
  return (
    <PageFrame
      title="Inbox"
      isFixed
      actions={
        <SearchBox
          key={q === undefined ? 'none' : 'some'}
          label="Search conversations"
          placeholder="Name, words …"
          begun={q}
          onWords={(words) => say('q', words)}
        />
      }
    >
      <div className={classes.inbox} data-open={open !== undefined}>
        <section className={classes.list} aria-label="Conversations">
          <nav className={`${controls.filters} ${classes.filters}`} aria-label="Which">
            {VIEWS.map((view) => (
              <Link
                key={view.title}
                to="/inbox"
                search={searchOf(view, said)}
                className={controls.filter}
                // Else the link without words would be that of every view.
                activeOptions={{ exact: true }}
                aria-current={isOf(view, said) ? 'true' : undefined}
              >
                {view.title}
              </Link>
            ))}
            <UnmatchedLink />
          </nav>
          <div className={`${controls.filters} ${classes.filters}`}>
            <InboxFilters words={said} onChoose={say} />
          </div>
          {picked.length > 0 && <BulkBar conversations={picked} onLeft={(ids) => setPicks(new Set(ids))} />}
          <Answered query={list} rows={8}>
            {() =>
              items.length === 0 ? (
                <EmptyState says={hasAsked ? 'No conversation fits.' : 'Nobody is here.'}>
                  {hasAsked
                    ? 'Look for fewer words, or at more of them.'
                    : 'Whoever answers comes here by themselves, at once.'}
                </EmptyState>
              ) : (
                <ConversationList
                  items={items}
                  open={open}
                  picked={canPick ? picks : null}
                  onPick={pick}
                  onEnd={goOn}
                />
              )
            }
          </Answered>
        </section>
        <section className={classes.thread} aria-label="Conversation">
          {open === undefined ? (
            <EmptyState says="No conversation is open.">
              j and k go from one to the next; r answers, e is done, x picks.
            </EmptyState>
          ) : (
            <Thread key={open} id={open} />
          )}
        </section>
      </div>
    </PageFrame>
  );
}
