import { useRef, useState } from 'react';
import type { ResultOf } from '../../../api-client/asked.ts';
import { newKey } from '../../../api-client/client-of.ts';
import { client } from '../../data/client.ts';
import { type Sent, watchUpload } from '../../data/send-file.ts';
import type { Request } from './campaign-draft.ts';

export type Previewed = Extract<ResultOf<'createCampaign'>, { readonly dry_run: boolean }>;

/**
 * The dry run, when somebody asks for it and never by itself: counting a job's candidates costs a credit. What it said stays while the form
 * changes, marked as old.
 */
export function usePreview(request: Request, fingerprint: string, timeout: number) {
  const [found, setFound] = useState<{ readonly fingerprint: string; readonly preview: Previewed } | null>(null);
  const [failed, setFailed] = useState<{ readonly fingerprint: string; readonly error: unknown } | null>(null);
  const [isLooking, setLooking] = useState(false);
  const [progress, setProgress] = useState<Sent | null>(null);
  const latest = useRef(new AbortController());

  const look = async () => {
    if (!request.ok) return;
    latest.current.abort();
    const own = new AbortController();
    latest.current = own;
    setLooking(true);
    setFailed(null);
    const { asked } = request;
    const idempotency_key = newKey();
    const unwatch = watchUpload(idempotency_key, (sent) => setProgress(sent));
    try {
      const query = { ...('query' in asked ? asked.query : {}), dry_run: true };
      const preview = await client.createCampaign(
        { ...asked, query },
        { timeout, idempotency_key, signal: own.signal },
      );
      if (!own.signal.aborted && 'dry_run' in preview) setFound({ fingerprint, preview });
    } catch (error) {
      if (!own.signal.aborted) setFailed({ fingerprint, error });
    } finally {
      unwatch();
      if (own === latest.current) {
        setLooking(false);
        setProgress(null);
      }
    }
  };
  return {
    look: () => void look(),
    isLooking,
    /** How much of a large file is sent; null: it is none, or nobody looks. */
    progress,
    cancel: () => latest.current.abort(),
    shown: found?.preview ?? null,
    /** True where the preview is of the form as it is now. */
    isCurrent: found?.fingerprint === fingerprint,
    error: failed?.fingerprint === fingerprint ? failed.error : null,
  };
}

export type PreviewWork = ReturnType<typeof usePreview>;
