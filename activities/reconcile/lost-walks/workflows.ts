import type { LastSnapshot } from '../../../src/runtime/store/walks/lock-walk.ts';

/** Temporal's word about one workflow; the calls may be repeated. */
export interface Workflows {
  look(id: string, snapshot: LastSnapshot): Promise<FoundWorkflow>;
  end(id: string, runId: string): Promise<void>;
}

export type FoundWorkflow =
  | { readonly status: 'running' }
  | { readonly status: 'ended'; readonly outcome: string }
  | { readonly status: 'lost' }
  | { readonly status: 'stuck'; readonly digest: string | null }
  | { readonly status: 'behind'; readonly run_id: string };
