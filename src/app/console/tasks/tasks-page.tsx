import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { askPages } from '../data/ask.ts';
import { Answered } from '../parts/answered.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { TaskLine } from './task-line.tsx';
import classes from './tasks.module.css';
import { useTaskKeys } from './use-task-keys.ts';

const SHOWN = 25;

/** What a person has to decide, the oldest first. */
export function TasksPage() {
  const tasks = useInfiniteQuery(
    askPages('listTasks', { query: { status: 'open', sort: 'created_at', limit: SHOWN } }),
  );
  const list = useRef<HTMLUListElement>(null);
  useTaskKeys(list);
  const items = tasks.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <PageFrame title="Tasks">
      <Answered query={tasks} rows={6}>
        {() =>
          items.length === 0 ? (
            <EmptyState says="Nothing waits for a decision.">
              A sequence asks here by a <code>task</code> step, or where a message is to be reviewed; so does a send of
              which nobody knows whether it arrived, and a mail that may be an answer.
            </EmptyState>
          ) : (
            <ul ref={list} className={classes.list}>
              {items.map((task, row) => (
                <TaskLine key={task.id} task={task} row={row} />
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
