import { useQuery } from '@tanstack/react-query';
import { ask } from '../../data/ask.ts';
import { Tag } from '../../parts/tag.tsx';
import { CountList } from './count-list.tsx';

/** No event tells how far it is. Wall milliseconds. */
const LOOKED_AFTER = 2000;

/** Shows what looking again, in every table and in Temporal, has found of the person of a receipt. */
export function ReceiptCheck({ id }: { readonly id: string }) {
  const { data } = useQuery({
    ...ask('getReceiptCheck', { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.status === 'done' ? false : LOOKED_AFTER),
  });
  return (
    <div role="status">
      {data === undefined || data.status === 'running' ? (
        <Tag>it is looked for …</Tag>
      ) : data.ok ? (
        <Tag tone="good">nothing of them was found</Tag>
      ) : (
        <>
          <Tag tone="bad">something of them was found</Tag>
          <CountList label="Found" counts={data.found.map(({ where, count }) => ({ what: where, count }))} />
        </>
      )}
      {data?.last_error != null && ` It is tried again: ${data.last_error}`}
    </div>
  );
}
