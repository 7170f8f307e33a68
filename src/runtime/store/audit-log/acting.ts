import { AsyncLocalStorage } from 'node:async_hooks';

/** The way by which somebody asks; all but `page` is claimed by the caller. */
export const VIAS = ['page', 'cli', 'mcp', 'api'] as const;
export type Via = (typeof VIAS)[number];

/** The one who asks for a change. With neither user nor key it is whoever opened the link that a start prints. */
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
  /** The name of the operation in the API contract. */
  readonly operation: string;
  /** Lines that its transactions have written, one that was rolled back among them. */
  lines: number;
  /** True once the request has found everything as it was asked to be. */
  unchanged: boolean;
  /** True once the request was answered: what continues afterwards is no longer a part of it. */
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
