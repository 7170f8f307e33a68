import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, useEffect, useLayoutEffect, useRef } from 'react';
import type { ItemOf } from '../../api-client/asked.ts';
import { nameOfLead } from '../parts/lead-name.ts';
import { Tag } from '../parts/tag.tsx';
import { Time } from '../parts/time.tsx';
import classes from './inbox.module.css';
import { shiftOf } from './shift-of.ts';

export type Conversation = ItemOf<'listConversations'>;

interface ConversationListProps {
  readonly items: readonly Conversation[];
  readonly open: string | undefined;
  /** Null: who may not do anything with one picks none. */
  readonly picked: ReadonlySet<string> | null;
  /** With all between, where shift is held. */
  onPick(id: string, withAllBetween: boolean): void;
  onEnd(): void;
}

const HEIGHT = 64;
const AHEAD = 10;

/** Conversations one below the other, of which only those on the screen are there. */
export function ConversationList({ items, open, picked, onPick, onEnd }: ConversationListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => HEIGHT,
    overscan: 6,
  });
  const rows = virtual.getVirtualItems();
  const last = rows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= items.length - AHEAD) onEnd();
  }, [last, items.length, onEnd]);
  // What is opened is brought into view, once: whoever scrolls away from it is not brought back by each answer.
  const chosen = items.findIndex(({ id }) => id === open);
  const brought = useRef<string>(undefined);
  useEffect(() => {
    if (brought.current !== open && chosen >= 0) virtual.scrollToIndex(chosen);
    brought.current = open;
  }, [open, chosen, virtual]);
  // What is read stays where it is while others write, who come above it; at its top the list shows them.
  const before = useRef(items);
  useLayoutEffect(() => {
    const list = scroller.current;
    const was = before.current;
    before.current = items;
    if (list === null || was === items || list.scrollTop === 0) return;
    const shift = shiftOf(was, items, Math.floor(list.scrollTop / HEIGHT), Math.ceil(list.clientHeight / HEIGHT));
    if (shift !== 0) list.scrollTop += shift * HEIGHT;
  }, [items]);
  return (
    <div ref={scroller} className={classes.scroller}>
      <div style={{ position: 'relative', height: virtual.getTotalSize() }}>
        {rows.map(({ index, start }) => {
          const item = items[index];
          if (item === undefined) return null;
          const { id } = item;
          const pickTo = (event: MouseEvent) => {
            if (!event.shiftKey || picked === null) return;
            event.preventDefault();
            onPick(id, true);
          };
          return (
            <div
              key={id}
              data-row={index}
              className={classes.row}
              style={{ transform: `translateY(${start}px)` }}
              data-picked={picked?.has(id)}
              data-pickable={picked !== null}
            >
              {picked !== null && (
                <input
                  type="checkbox"
                  className={classes.pick}
                  aria-label={`Pick ${nameOfLead(item.lead)}`}
                  checked={picked.has(id)}
                  onChange={({ nativeEvent }) =>
                    onPick(id, nativeEvent instanceof globalThis.MouseEvent && nativeEvent.shiftKey)
                  }
                />
              )}
              <Item item={item} isOpen={id === open} onClick={pickTo} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface ItemProps {
  readonly item: Conversation;
  readonly isOpen: boolean;
  onClick(event: MouseEvent): void;
}

function Item({ item: { id, lead, unread, label, last_message }, isOpen, onClick }: ItemProps) {
  return (
    <Link
      from="/inbox"
      to="/inbox"
      search={(before) => ({ ...before, id })}
      className={classes.item}
      data-unread={unread > 0}
      aria-current={isOpen ? 'true' : undefined}
      onClick={onClick}
    >
      <span className={classes.name}>{nameOfLead(lead)}</span>
      <span className={classes.when}>
        {label !== null && <Tag>{label}</Tag>} <Time at={last_message.at} />
      </span>
      <span className={classes.words}>
        {last_message.by === 'us' ? 'We: ' : ''}
        {last_message.text}
      </span>
    </Link>
  );
}
