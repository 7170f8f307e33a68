import type { EnrollDeps } from '../enroll-lead.ts';
import type { Refused } from '../refused.ts';
import { compareRows, type Difference, sayDifferences } from './compare-rows.ts';
import { type CandidateCount, candidateCredits, countCandidates } from './count-candidates.ts';
import { type CampaignRequest, checkCampaign, isPaged } from './create-campaign.ts';
import { costOfFollowing, type FollowCost } from './follow/cost-of-following.ts';
import { judgeRows, type Names, namesOf, type RowProblem } from './judge-rows.ts';
import { searchCredits } from './read-search.ts';
import { openRows, type UnderstoodFile } from './stage-source.ts';
import type { V2Reader } from './v2-reader.ts';

/** A campaign as it would be, before anything happens. */
export interface CampaignPreview {
  readonly dry_run: true;
  readonly name: string;
  readonly sequence: string;
  readonly version: number;
  /** The file as it was understood; null for other sources. */
  readonly csv: UnderstoodFile | null;
  /** The first people, as they would be enrolled. */
  readonly first_rows: readonly { readonly row: number; readonly lead: unknown }[];
  /** Null where the rows are not known before they are read. The rules of the sequence are asked as each row is enrolled. */
  readonly rows: {
    readonly total: number;
    readonly complete: number;
    readonly refused: Readonly<Record<string, number>>;
    /** Complete rows that are the person of an earlier one. */
    readonly duplicates: number;
    /** The first rows that would not be enrolled, and why. */
    readonly problems: readonly RowProblem[];
    /** Complete rows whose person is or was in the sequence. */
    readonly known: number;
    /** The part of `known` in which a value differs from the one that is known. */
    readonly differing: number;
    /** The first of those. */
    readonly differences: readonly KnownRowDifferences[];
  } | null;
  /** The number and ratings of a job's candidates. Null for every other source. */
  readonly candidates: CandidateCount | null;
  /** The most that reading the source costs. */
  readonly cost: { readonly credits: number; readonly text: string };
  /** The cost of looking again; null: the source is read once. */
  readonly follow: FollowCost | null;
}

/** Values of a row that differ from those that are known of its person, with the names that are known. */
export interface KnownRowDifferences extends Names {
  readonly row: number;
  readonly lead_id: string;
  readonly differences: readonly Difference[];
}

const SHOWN = 5;
const PROBLEMS_SHOWN = 20;

export interface PreviewDeps extends EnrollDeps {
  /** Absent: the service is not asked. */
  readonly v2?: V2Reader;
}

export async function previewCampaign(
  deps: PreviewDeps,
  request: CampaignRequest,
): Promise<{ readonly kind: 'preview'; readonly preview: CampaignPreview } | Refused> {
  const checked = await checkCampaign(deps, request);
  if (checked.kind === 'refused') return checked;
  const { version } = checked;
  const { name, sequence, source } = request;
  const base = { dry_run: true, name, sequence, version: version.version } as const;
  if (isPaged(source)) {
    const candidates = 'candidates' in source ? await countCandidates(deps.v2, source.candidates) : null;
    const cost = 'search' in source ? searchCost(source.search.count) : candidatesCost(candidates);
    const follow = costOfFollowing(source, candidates?.people ?? null);
    return { kind: 'preview', preview: { ...base, csv: null, first_rows: [], rows: null, candidates, cost, follow } };
  }
  const stream = await openRows(source);
  const first: { row: number; lead: unknown }[] = [];
  const codes = new Map<string, number>();
  const problems: RowProblem[] = [];
  const differences: KnownRowDifferences[] = [];
  let [total, duplicates, known, differing] = [0, 0, 0, 0];
  for await (const { row, lead, problem, known: person } of compareRows(
    deps.db,
    sequence,
    judgeRows(version, stream.rows),
  )) {
    total += 1;
    if (first.length < SHOWN) first.push({ row, lead });
    if (person !== null) known += 1;
    if (person !== null && person.differences.length > 0) {
      differing += 1;
      const { lead: one, differences: different } = person;
      if (differences.length < PROBLEMS_SHOWN)
        differences.push({ row, lead_id: one.id, ...namesOf(one), differences: different });
    }
    if (problem === null) continue;
    if (problems.length < PROBLEMS_SHOWN) problems.push(problem);
    if (problem.status === 'duplicate') duplicates += 1;
    else codes.set(problem.code, (codes.get(problem.code) ?? 0) + 1);
  }
  const complete = total - [...codes.values()].reduce((sum, count) => sum + count, 0);
  return {
    kind: 'preview',
    preview: {
      ...base,
      csv: stream.csv(),
      first_rows: first,
      candidates: null,
      rows: {
        ...{ total, complete, refused: Object.fromEntries(codes), duplicates, problems },
        ...{ known, differing, differences },
      },
      cost: { credits: 0, text: 'Nothing is read from the network.' },
      follow: null,
    },
  };
}

/** A row that would not be enrolled. */
export interface ProblemRow extends RowProblem {
  /** The cells of a row of a file, as it came. */
  readonly cells: readonly string[];
}

export interface Problems {
  readonly kind: 'problems';
  /** The names of the columns in a file. */
  readonly headers: readonly string[];
  readonly problems: AsyncGenerator<ProblemRow>;
}

/** All rows that would not be enrolled, and those that say something otherwise than it is known, as they are read: there may be a million of them. */
export async function problemsOfCampaign(deps: EnrollDeps, request: CampaignRequest): Promise<Problems | Refused> {
  const checked = await checkCampaign(deps, request);
  if (checked.kind === 'refused') return checked;
  const { rows, headers } = isPaged(request.source) ? { rows: [], headers: [] } : await openRows(request.source);
  const compared = compareRows(deps.db, request.sequence, judgeRows(checked.version, rows));
  return { kind: 'problems', headers, problems: onlyProblems(compared) };
}

async function* onlyProblems(rows: ReturnType<typeof compareRows>): AsyncGenerator<ProblemRow> {
  for await (const { row, lead, cells, problem, known } of rows) {
    if (problem !== null) yield { ...problem, cells };
    else if (known !== null && known.differences.length > 0) {
      const message = `${sayDifferences(known.differences)}.`;
      yield { row, status: 'duplicate', code: 'differs', message, ...namesOf(lead), cells };
    }
  }
}

function searchCost(count: number): CampaignPreview['cost'] {
  const credits = searchCredits(count);
  return { credits, text: `The search costs ${credits} credits at most: 1 for every 10 people that are found.` };
}

function candidatesCost(count: CandidateCount | null): CampaignPreview['cost'] {
  const rule = '1 for every 10 candidates, and 1 for the job with every 50';
  if (count === null || count.people === null) return { credits: 0, text: `Reading the candidates costs ${rule}.` };
  const credits = candidateCredits(count.people);
  const asked = count.asking_credits === 0 ? '' : ' Asking how many there are has cost 1.';
  const amount = credits === 1 ? '1 credit' : `${credits} credits`;
  return { credits, text: `Reading them costs ${amount}: ${rule}.${asked}` };
}
