import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ResultOf } from '../../api-client/asked.ts';
import { useChange } from '../data/ask.ts';
import { wallNow } from '../data/wall-clock.ts';
import { useMay } from '../data/who.ts';
import { drafts } from '../parts/drafts.ts';
import classes from './inbox.module.css';

type Answer = ResultOf<'getConversation'>['answers'][number];

const SECOND = 1000;

/** An answer that has not gone, or did not: while it waits it can be taken back, and its text is a draft again. */
export function OwnAnswer({ conversation_id, answer }: { readonly conversation_id: string; readonly answer: Answer }) {
  const may = useMay();
  const withdraw = useChange('withdrawAnswer');
  const left = useSecondsUntil(Date.parse(answer.send_after));
  if (answer.state === 'sent' || answer.state === 'withdrawn') return null;
  const takeBack = () =>
    withdraw.mutate(
      { params: { id: conversation_id, message_id: answer.id } },
      { onSuccess: () => drafts.bringBack(conversation_id, answer.text) },
    );
  return (
    <li className={classes.message} data-by="us">
      <span className={classes.when} role="status">
        {answer.state === 'not_sent'
          ? `Not sent: ${answer.not_sent_because?.text ?? 'it does not go any more'}`
          : says(answer, left)}
      </span>
      <span className={classes.text}>{answer.text}</span>
      {answer.state === 'waiting' && may('withdrawAnswer') && (
        <span>
          <Button size="compact-xs" variant="default" loading={withdraw.isPending} onClick={takeBack}>
            Take back{left > 0 ? ` (${left})` : ''}
          </Button>
        </span>
      )}
    </li>
  );
}

function says({ state, waits_for }: Answer, left: number): string {
  if (state === 'in_doubt') return 'Nobody knows whether it was sent: a task asks you';
  if (state === 'sending') return 'Sending …';
  return left > 0 ? `Goes in ${left} s` : (waits_for ?? 'Goes now');
}

/** Wall time: an answer waits for its writer, and not for the world. */
function useSecondsUntil(at: number): number {
  const secondsLeft = () => Math.max(0, Math.ceil((at - wallNow()) / SECOND));
  const [left, setLeft] = useState(secondsLeft);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it counts down to one moment.
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsLeft()), SECOND / 4);
    return () => clearInterval(timer);
  }, [at]);
  return left;
}
