import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ask, useChange } from '../data/ask.ts';
import { useMay } from '../data/who.ts';
import { Answered } from '../parts/answered.tsx';
import { nameOfLead } from '../parts/lead-name.ts';
import { Composer } from './composer.tsx';
import classes from './inbox.module.css';
import { KeptDraft } from './kept-draft.tsx';
import { Messages } from './messages.tsx';
import { ThreadActions } from './thread-actions.tsx';

/** One conversation: what both sides wrote on every channel, what is to be done about it, and the answer. */
export function Thread({ id }: { readonly id: string }) {
  const may = useMay();
  const conversation = useQuery(ask('getConversation', { params: { id } }));
  const markRead = useChange('markConversationRead');
  const { data } = conversation;

  // Who has it open has read it: as far as it was there.
  const asked = useRef<string | null>(null);
  const newest = data?.last_message.id;
  const mayMark = may('markConversationRead');
  const { mutate } = markRead;
  const isUnread = (data?.unread ?? 0) > 0;
  useEffect(() => {
    if (!mayMark || !isUnread || newest === undefined || asked.current === newest) return;
    asked.current = newest;
    mutate({ params: { id }, body: { last_seen: newest } });
  }, [mayMark, isUnread, newest, id, mutate]);

  return (
    <Answered query={conversation} rows={6}>
      {(shown) => (
        <>
          <header className={classes.threadHead}>
            <Link to="/inbox" search={({ id: _, ...before }) => before} from="/inbox" className={classes.back}>
              ← All
            </Link>
            <h2>
              <Link to="/people/$id" params={{ id: shown.lead_id }}>
                {nameOfLead(shown.lead)}
              </Link>
            </h2>
            <span className={classes.quiet}>{shown.lead.company}</span>
            <ThreadActions conversation={shown} />
          </header>
          <Messages conversation={shown} />
          {may('sendAnswer') ? <Composer conversation={shown} /> : <KeptDraft conversation_id={shown.id} />}
        </>
      )}
    </Answered>
  );
}
