import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { ResultOf } from '../../api-client/asked.ts';
import { ask, useChange } from '../data/ask.ts';
import { useMay } from '../data/who.ts';
import { Answered } from '../parts/answered.tsx';
import controls from '../parts/controls.module.css';
import { tellDone } from '../parts/tell.tsx';
import classes from './settings.module.css';

type Kept = ResultOf<'getRetention'>;

const WHAT: Readonly<Record<keyof Kept, string>> = {
  messages: 'Words of messages, ours and theirs, and notes about them',
  timelines: 'What the lines of a person say, after their end',
  events: 'What events carry',
  logs: 'Finished jobs and log files',
};
const KINDS = ['messages', 'timelines', 'events', 'logs'] as const;

/** How long what is remembered is kept. */
export function Retention() {
  const retention = useQuery(ask('getRetention'));
  return <Answered query={retention}>{(kept) => <RetentionForm kept={kept} />}</Answered>;
}

function RetentionForm({ kept }: { readonly kept: Kept }) {
  const may = useMay();
  const set = useChange('setRetention');
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const daysOf = (kind: (typeof KINDS)[number]) => Number(form.get(kind)) || null;
    const body = {
      messages: daysOf('messages'),
      timelines: daysOf('timelines'),
      events: daysOf('events'),
      logs: daysOf('logs'),
    };
    const undo = () => set.mutate({ body: kept });
    set.mutate({ body }, { onSuccess: () => tellDone('It is kept so long from now on.', undo) });
  };
  return (
    <form className={`${classes.retention} ${controls.fields}`} aria-label="Retention" onSubmit={save}>
      <p className={classes.quiet}>
        Days; empty: for good. What keeps people from being contacted twice, or after they said no, is never deleted.
      </p>
      {KINDS.map((kind) => (
        <label key={kind}>
          {WHAT[kind]}
          <input
            name={kind}
            type="number"
            min={1}
            max={36_500}
            defaultValue={kept[kind] ?? ''}
            readOnly={!may('setRetention')}
          />
        </label>
      ))}
      {may('setRetention') && (
        <Button type="submit" loading={set.isPending}>
          Save
        </Button>
      )}
    </form>
  );
}
