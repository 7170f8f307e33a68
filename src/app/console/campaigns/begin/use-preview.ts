import { useRef, useState } from 'react';
import type { ResultOf } from '../../../api-client/asked.ts';
import { client } from '../../data/client.ts';
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
  const latest = useRef(0);

  const look = async () => {
    if (!request.ok) return;
    latest.current += 1;
    const own = latest.current;
    setLooking(true);
    setFailed(null);
    const { asked } = request;
    try {
      const query = { ...('query' in asked ? asked.query : {}), dry_run: true };
      const preview = await client.createCampaign({ ...asked, query }, { timeout });
      if (own === latest.current && 'dry_run' in preview) setFound({ fingerprint, preview });
    } catch (error) {
      if (own === latest.current) setFailed({ fingerprint, error });
    } finally {
      if (own === latest.current) setLooking(false);
    }
  };
  return {
    look: () => void look(),
    isLooking,
    shown: found?.preview ?? null,
    /** Of the form as it is now. */
    isCurrent: found?.fingerprint === fingerprint,
    error: failed?.fingerprint === fingerprint ? failed.error : null,
  };
}

export type PreviewWork = ReturnType<typeof usePreview>;
