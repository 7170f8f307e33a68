import type { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from '../../../api-client/api-problem.ts';
import { askAgain } from '../../data/ask.ts';
import { client } from '../../data/client.ts';
import { type Sent, watchUpload } from '../../data/send-file.ts';
import { createStore } from '../../data/store.ts';
import { tellDone, tellProblem } from '../../parts/tell.tsx';
import type { Asked } from './campaign-draft.ts';
import { forgetCampaignDraft, forgetKey, keyFor } from './use-campaign-draft.ts';

/** A campaign whose start was asked in this tab, and not answered yet. */
interface Starting {
  readonly name: string;
  /** Null: nothing is known of how much has gone out. */
  readonly progress: Sent | null;
  /** The file has arrived as a whole: the campaign can be stopped, and not called back. */
  readonly hasArrived: boolean;
}

/** Goes on whatever page somebody opens meanwhile. */
export const starting = createStore<Starting | null>(null);

/** Milliseconds; as long as the server takes a request, so that a slow line gets a million rows through. */
export const READ_FOR = 3_600_000;

type OnStarted = (id: string) => void;
const listeners = new Set<OnStarted>();

/** Tells of each campaign that has begun, until what this gives is called. */
export function whenStarted(listener: OnStarted): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let controller: AbortController | null = null;

/** Calls the start back: of a file that has not arrived nothing is kept. */
export const cancelStart = (): void => controller?.abort();

/** Starts a campaign, once for each form, however often it is asked: the key is kept until an answer was seen. */
export async function startCampaign(queries: QueryClient, fingerprint: string, asked: Asked): Promise<void> {
  const name = 'body' in asked ? asked.body.name : (asked.query?.name ?? '');
  const key = keyFor(fingerprint);
  const own = new AbortController();
  controller = own;
  starting.set({ name, progress: null, hasArrived: !('file' in asked) });
  const unwatch = watchUpload(key, (progress) => {
    starting.set({ name, progress, hasArrived: progress.sent >= progress.of });
  });
  addEventListener('beforeunload', askBeforeLeaving);
  try {
    const made = await client.createCampaign(asked, { idempotency_key: key, signal: own.signal, timeout: READ_FOR });
    if (!('id' in made)) return;
    forgetCampaignDraft();
    tellDone(`Started ${made.name}.`);
    askAgain(queries);
    for (const tell of listeners) tell(made.id);
  } catch (error) {
    // What was refused, or called back, is another start when it is asked again.
    if (error instanceof ApiProblem || own.signal.aborted) forgetKey();
    if (!own.signal.aborted) tellProblem(error);
  } finally {
    unwatch();
    removeEventListener('beforeunload', askBeforeLeaving);
    controller = null;
    starting.set(null);
  }
}

/** Asks before the page is left: what has not arrived would be lost with it. */
function askBeforeLeaving(event: BeforeUnloadEvent): void {
  if (starting.get()?.hasArrived === false) event.preventDefault();
}
