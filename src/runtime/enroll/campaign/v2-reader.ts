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
    | { readonly kind: 'success'; readonly data: unknown }
    | { readonly kind: 'refused'; readonly code: string; readonly message: string }
    | { readonly kind: 'unknown' | 'unreachable'; readonly reason: string }
  >;
}

/** A refusal that will be the same tomorrow: the import cannot succeed. */
export class SourceRefused extends CodedError {}

const RETRIED = ['RATE_LIMITED', 'INTERNAL_ERROR', 'INSUFFICIENT_CREDITS', 'ACCOUNT_INACTIVE'];

/** A failure that passes is thrown as it is, and Temporal tries again. */
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
      throw new Error(`${name} gave an answer of an unknown form: ${z.prettifyError(parsed.error)}`);
    }
    case 'refused':
      if (RETRIED.includes(outcome.code)) throw new Error(`${name}: ${outcome.code}: ${outcome.message}`);
      throw new SourceRefused(outcome.code, outcome.message);
    default:
      throw new Error(`${name}: ${outcome.reason}`);
  }
}
