import { z } from 'zod';
import { CodedError } from '../../../shared/kit/coded-error.ts';

type Asked =
  | { readonly category: 'recruiter'; readonly action: 'get_posts' | 'get_candidates' }
  | { readonly category: 'profiles'; readonly action: 'search_people' };

/** The calls that a campaign's source needs of a V2 client. */
export interface V2Reader {
  call(
    category: Asked['category'],
    action: Asked['action'],
    options: { readonly account_id: string; readonly params: Readonly<Record<string, unknown>> },
  ): Promise<
    | { readonly kind: 'success'; readonly data: unknown; readonly credits?: number }
    | {
        readonly kind: 'refused';
        readonly code: string;
        readonly message: string;
        readonly credits?: number;
        readonly retry_after_ms?: number | null;
      }
    | { readonly kind: 'unknown' | 'unreachable'; readonly reason: string }
  >;
}

/** A refusal that will be the same tomorrow: the import cannot succeed. */
export class SourceRefused extends CodedError {}

/** The source cannot be read now, for a reason that passes. */
export class SourceWaits extends Error {
  /** Code of the refusal; null: there was no answer, or none that could be read. */
  readonly code: string | null;
  /** Wall milliseconds, as the service said. */
  readonly retry_after_ms: number | null;

  constructor(message: string, { code = null, retry_after_ms = null }: Partial<SourceWaits> = {}) {
    super(message);
    this.code = code;
    this.retry_after_ms = retry_after_ms;
  }
}

const RETRIED = ['RATE_LIMITED', 'INTERNAL_ERROR', 'INSUFFICIENT_CREDITS', 'ACCOUNT_INACTIVE'];

/** A failure that passes is thrown as `SourceWaits`: Temporal tries an import again, and a look waits. */
export async function ask<Schema extends z.ZodType>(
  v2: V2Reader,
  { category, action }: Asked,
  options: { readonly account_id: string; readonly params: Readonly<Record<string, unknown>> },
  schema: Schema,
): Promise<z.output<Schema>> {
  const outcome = await v2.call(category, action, options);
  const name = `${category}/${action}`;
  switch (outcome.kind) {
    case 'success': {
      const parsed = schema.safeParse(outcome.data);
      if (parsed.success) return parsed.data;
      throw new SourceWaits(`${name} gave an answer of an unknown form: ${z.prettifyError(parsed.error)}`);
    }
    case 'refused':
      if (RETRIED.includes(outcome.code)) {
        const { code, retry_after_ms = null } = outcome;
        throw new SourceWaits(`${name}: ${code}: ${outcome.message}`, { code, retry_after_ms });
      }
      throw new SourceRefused(outcome.code, outcome.message);
    default:
      throw new SourceWaits(`${name}: ${outcome.reason}`);
  }
}
