import { client } from '../../data/client.ts';
import { BulkControl, type ControlFilter, MOST_PICKED } from '../../parts/bulk/bulk-control.tsx';
import type { WhoIsAsked } from '../campaign-address.ts';

interface BulkBarProps {
  readonly campaign_id: string;
  readonly asked: WhoIsAsked;
  readonly picked: ReadonlySet<string>;
  onPick(picked: ReadonlySet<string>): void;
}

/** The bar that acts on people of a campaign. */
export function BulkBar({ campaign_id, asked, picked, onPick }: BulkBarProps) {
  const filterOf = async (): Promise<ControlFilter> => {
    if (picked.size > 0) return { ids: [...picked].slice(0, MOST_PICKED) };
    if (asked.by === 'standing') return { campaign_id, ...asked.query };
    return { ids: await idsOf(campaign_id, asked) };
  };
  return (
    <BulkControl
      {...{ picked, filterOf, onPick }}
      idsOf={() => idsOf(campaign_id, asked)}
      isByIds={asked.by === 'result'}
    />
  );
}

async function idsOf(campaign_id: string, asked: WhoIsAsked): Promise<string[]> {
  const ids: string[] = [];
  const found =
    asked.by === 'standing'
      ? client.each('listEnrollments', { query: { campaign_id, ...asked.query, limit: 1000 } })
      : client.each('listResultPeople', { params: { id: campaign_id }, query: { ...asked.query, limit: 1000 } });
  for await (const one of found) {
    ids.push('enrollment_id' in one ? one.enrollment_id : one.id);
    if (ids.length === MOST_PICKED) break;
  }
  return ids;
}
