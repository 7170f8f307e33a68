import { AsyncLocalStorage } from 'node:async_hooks';

/** By what somebody asks; all but `page` is what the caller says of itself. */
export const VIAS = ['page', 'cli', 'mcp', 'api'] as const;
export type Via = (typeof VIAS)[number];

/** Who asks for a change. Neither user nor key: whoever opened the link that a start prints. */
export interface Actor {
  readonly user: { readonly id: string; readonly name: string } | null;
  readonly key: { readonly id: string; readonly name: string } | null;
  readonly session_id: string | null;
  readonly via: Via;
  readonly address: string;
}

/** One request that may change something. */
export interface Acting {
  readonly actor: Actor;
  /** Of the API contract. */
  readonly operation: string;
  /** Lines that its transactions have written, one that was rolled back among them. */
  lines: number;
  /** It found everything as it was asked to be. */
  unchanged: boolean;
  /** It was answered: what continues afterwards is no longer this request. */
  over: boolean;
}

const storage = new AsyncLocalStorage<Acting>();

/** Runs `work` as asked for by somebody: all that it changes is theirs in the audit log. */
export async function actingAs<T>(acting: Acting, work: () => Promise<T>): Promise<T> {
  try {
    return await storage.run(acting, work);
  } finally {
    acting.over = true;
  }
}

/** Null: nobody asked. The engine does it by itself, and the timeline says so. */
export function presentActing(): Acting | null {
  const acting = storage.getStore();
  return acting === undefined || acting.over ? null : acting;
}
