import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { askPages } from '../data/ask.ts';
import { useMay, useMe } from '../data/who.ts';
import { Answered } from '../parts/answered.tsx';
import controls from '../parts/controls.module.css';
import { EmptyState } from '../parts/empty-state.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { PickedTasks } from './picked-tasks.tsx';
import { TaskLine } from './task-line.tsx';
import classes from './tasks.module.css';
import { useTaskKeys } from './use-task-keys.ts';

const SHOWN = 25;
const NONE: ReadonlySet<string> = new Set();
const route = getRouteApi('/tasks');

/** The page of what a person has to decide, the oldest first. */
export function TasksPage() {
  const { assignee } = route.useSearch();
  const me = useMe()?.user ?? null;
  const tasks = useInfiniteQuery(
    askPages('listTasks', { query: { status: 'open', sort: 'created_at', limit: SHOWN, assignee } }),
  );
  const items = useMemo(() => tasks.data?.pages.flatMap((page) => page.items) ?? [], [tasks.data]);
  const mayDecide = useMay()('decideTask');
  const canPick = (task: (typeof items)[number]) => mayDecide && (task.kind === 'task' || task.kind === 'review');
  const [picks, setPicks] = useState(NONE);
  const [last, setChosen] = useState<string>();
  const ids = items.map(({ id }) => id);
  // Where somebody else has decided it nothing is chosen: a key would decide what its presser has not read.
  const chosen = ids.find((id) => id === last);
  const picked = items.filter((task) => picks.has(task.id));
  const pick = (id: string) =>
    setPicks((before) => {
      const task = items.find((one) => one.id === id);
      const next = new Set(before);
      if (task !== undefined && canPick(task) && !next.delete(id)) next.add(id);
      return next;
    });
  useTaskKeys({ ids, chosen, choose: setChosen, pick, unpick: () => setPicks(NONE) });
  const views = [
    { title: 'All', of: undefined },
    ...(me === null ? [] : [{ title: 'Mine', of: me.id }]),
    { title: 'Of nobody', of: 'none' },
  ];
  return (
    <PageFrame title="Tasks">
      <nav className={controls.filters} aria-label="Which">
        {views.map(({ title, of }) => (
          <Link
            key={title}
            to="/tasks"
            search={of === undefined ? {} : { assignee: of }}
            className={controls.filter}
            activeOptions={{ exact: true }}
            aria-current={of === assignee ? 'true' : undefined}
          >
            {title}
          </Link>
        ))}
      </nav>
      {picked.length > 0 && <PickedTasks tasks={picked} onLeft={(ids) => setPicks(new Set(ids))} />}
      <Answered query={tasks} rows={6}>
        {() =>
          items.length === 0 ? (
            <EmptyState says="Nothing waits for a decision.">
              A sequence asks here by a <code>task</code> step, or where a message is to be reviewed; so does a send of
              which nobody knows whether it arrived, and a mail that may be an answer.
            </EmptyState>
          ) : (
            <ul className={classes.list} aria-label="Tasks">
              {items.map((task) => (
                <TaskLine
                  key={task.id}
                  task={task}
                  isChosen={task.id === chosen}
                  isPicked={canPick(task) ? picks.has(task.id) : undefined}
                  onPick={() => pick(task.id)}
                  onDecided={() => setChosen((before) => (before === task.id ? ids[ids.indexOf(before) + 1] : before))}
                />
              ))}
            </ul>
          )
        }
      </Answered>
      {tasks.hasNextPage && (
        <Button variant="default" loading={tasks.isFetchingNextPage} onClick={() => void tasks.fetchNextPage()}>
          More
        </Button>
      )}
    </PageFrame>
  );
}
