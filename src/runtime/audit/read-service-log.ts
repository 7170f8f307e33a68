import { CodedError } from '../../shared/kit/coded-error.ts';
import { DAY } from '../../shared/kit/duration.ts';
import type { V2Client } from '../../v2/client/create-v2-client.ts';
import { ACTIONS } from '../../v2/contract/actions.ts';
import type { LogEntry } from '../../v2/contract/records/log.ts';

/** A call that somebody may notice. */
export interface ServiceCall {
  readonly action: string;
  readonly account_id: string;
  readonly at: number;
  /** Null where the service keeps no keys. */
  readonly key: string | null;
  /** Null: it succeeded. */
  readonly failed: Failure | null;
  /** The person the call was for, as the service names them; null where it does not. */
  readonly target: string | null;
}

/** `code` null: the service does not say. */
export interface Failure {
  readonly code: string | null;
  /** True where the outcome is unknown, so that a repeat under the same key counts as the same call. */
  readonly unknown: boolean;
}

const PAGE = 200;
/** The log names an action without its category. */
const NOTICED = new Set(ACTIONS.filter(({ effect }) => effect !== 'read').map(({ action }) => action));

/**
 * Oldest first. A day more than asked, for an answer is logged after its call was decided. Rows that come while it reads push those that it has read
 * onto its next page: each counts once. Reading it costs nothing.
 */
export async function readServiceLog(
  v2: Pick<V2Client, 'listLogs'>,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<ServiceCall[]> {
  const calls = new Map<string, ServiceCall>();
  const period = { date_from: from.toISOString(), date_to: new Date(to.getTime() + DAY).toISOString() };
  for (let offset = 0, total = 1; offset < total; offset += PAGE) {
    const page = await v2.listLogs({ ...period, limit: PAGE, offset });
    if (page.kind !== 'success') {
      const why = page.kind === 'refused' ? page.message : page.reason;
      throw new CodedError('v2_unreachable', `The log of the V2 service cannot be read: ${why}`, {
        fix: 'Check V2_BASE_URL and V2_API_KEY, and that the service runs.',
      });
    }
    total = page.data.total;
    for (const item of page.data.items) {
      const { log_id, action, account_id, created_at, idempotency_key, target = null, ...row } = item;
      if (account_id === null || !NOTICED.has(action)) continue;
      const failed = row.status === 'success' ? null : failureOf(row);
      const call = { action, account_id, at: Date.parse(created_at), key: idempotency_key ?? null, failed, target };
      calls.set(log_id ?? JSON.stringify(item), call);
    }
  }
  return [...calls.values()].sort((a, b) => a.at - b.at);
}

function failureOf({ error_code, outcome_unknown }: Pick<LogEntry, 'error_code' | 'outcome_unknown'>): Failure {
  const code = error_code ?? null;
  return { code, unknown: outcome_unknown === true || code === 'INTERNAL_ERROR' };
}

/** The step that a key stands for: a refusal that the service keeps makes its next try `<key>~2`. */
export const stepOf = (key: string): string => key.replace(/~\d+$/, '');

export interface NamedStep {
  /** Null: of an answer that a person of ours wrote. */
  readonly enrollment_id: string | null;
  readonly node: string;
}

/** Length of an id that `newId` makes, which tells a key of ours from another program's. */
const ID_LENGTH = 30;

/**
 * The step that a key of the engine's names; null: it is none. Read here and not by the ledger's own function: what checks the ledger shares no mistake with it.
 */
export function stepNamed(key: string): NamedStep | null {
  const [id = '', ...rest] = stepOf(key).split('/');
  const visit = Number(rest.pop());
  const isOurs = id.length === ID_LENGTH && (id.startsWith('enr_') || id.startsWith('ans_'));
  if (!isOurs || rest.length === 0 || !Number.isInteger(visit) || visit < 1) return null;
  return { enrollment_id: id.startsWith('enr_') ? id : null, node: rest.join('/') };
}
