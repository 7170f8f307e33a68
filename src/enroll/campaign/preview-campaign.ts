import type { EnrollDeps } from '../enroll-lead.ts';
import { readPerson } from '../read-person.ts';
import type { Refused } from '../refused.ts';
import { type CampaignRequest, checkCampaign, isPaged } from './create-campaign.ts';
import { searchCredits } from './read-search.ts';
import { openRows, type RowStream } from './stage-source.ts';

/** What a campaign would be, before anything happens. */
export interface CampaignPreview {
  readonly dry_run: true;
  readonly name: string;
  readonly sequence: string;
  readonly version: number;
  /** What was understood of a file. */
  readonly csv: RowStream['csv'];
  /** The first people, as they would be enrolled. */
  readonly first_rows: readonly { readonly row: number; readonly lead: unknown }[];
  /** Null where the rows are not known before they are read. The rules of the sequence are asked as each row is enrolled. */
  readonly rows: {
    readonly total: number;
    readonly complete: number;
    readonly refused: Readonly<Record<string, number>>;
  } | null;
  /** What reading the source costs at most. */
  readonly cost: { readonly credits: number; readonly text: string };
}

const SHOWN = 5;

export async function previewCampaign(
  deps: EnrollDeps,
  request: CampaignRequest,
): Promise<{ readonly kind: 'preview'; readonly preview: CampaignPreview } | Refused> {
  const checked = await checkCampaign(deps, request);
  if (checked.kind === 'refused') return checked;
  const { version } = checked;
  const { name, sequence, source } = request;
  const base = { dry_run: true, name, sequence, version: version.version } as const;
  if (isPaged(source)) {
    const cost = costOf(source);
    return { kind: 'preview', preview: { ...base, csv: null, first_rows: [], rows: null, cost } };
  }
  const stream = await openRows(source);
  const first: { row: number; lead: unknown }[] = [];
  const codes = new Map<string, number>();
  let total = 0;
  for await (const { row, given, refused } of stream.rows) {
    total += 1;
    if (first.length < SHOWN) first.push({ row, lead: given.lead });
    const read = refused === undefined ? readPerson(version, given) : { kind: 'refused' as const, ...refused };
    if (read.kind === 'refused') codes.set(read.code, (codes.get(read.code) ?? 0) + 1);
  }
  const complete = total - [...codes.values()].reduce((sum, count) => sum + count, 0);
  return {
    kind: 'preview',
    preview: {
      ...base,
      csv: stream.csv,
      first_rows: first,
      rows: { total, complete, refused: Object.fromEntries(codes) },
      cost: { credits: 0, text: 'Nothing is read from the network.' },
    },
  };
}

function costOf(
  source: Extract<CampaignRequest['source'], { candidates: unknown } | { search: unknown }>,
): CampaignPreview['cost'] {
  if ('search' in source) {
    const credits = searchCredits(source.search.count);
    return { credits, text: `The search costs ${credits} credits at most: 1 for every 10 people that are found.` };
  }
  return { credits: 0, text: 'The candidates of a job are charged as the service charges its pages.' };
}
