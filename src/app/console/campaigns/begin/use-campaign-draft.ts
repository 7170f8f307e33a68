import { useCallback, useEffect, useState } from 'react';
import { newKey } from '../../../api-client/client-of.ts';
import { forgetKept, keep, readKept } from '../../parts/kept.ts';
import { type CampaignDraft, EMPTY_DRAFT, fingerprintOf, readDraft } from './campaign-draft.ts';
import { keptFile } from './kept-file.ts';

const NAME = 'new-campaign';

/** Keeps what is typed of a new campaign: each key of it stays in the browser until the campaign has begun. */
export function useCampaignDraft(begun: Partial<CampaignDraft>) {
  const [draft, setDraft] = useState<CampaignDraft>(() => ({ ...readDraft(readKept(NAME)), ...begun }));
  const [file, setFile] = useState<File | null>(null);
  useEffect(() => keep(NAME, draft), [draft]);
  useEffect(() => {
    void keptFile.read(NAME).then((found) => setFile((now) => now ?? found));
  }, []);

  const change = useCallback((part: Partial<CampaignDraft>) => setDraft((now) => ({ ...now, ...part })), []);
  const takeFile = useCallback((chosen: File) => {
    setFile(chosen);
    void keptFile.keep(NAME, chosen);
  }, []);
  const startOver = useCallback(() => {
    forgetCampaignDraft();
    setDraft(EMPTY_DRAFT);
    setFile(null);
  }, []);
  return { draft, change, file, takeFile, startOver, fingerprint: fingerprintOf(draft, file) };
}

/** The campaign has begun, or never will. */
export function forgetCampaignDraft(): void {
  forgetKept(NAME);
  forgetKey();
  void keptFile.forget(NAME);
}

/** Tells whether the start was asked and no answer was seen, as when the page was closed meanwhile. */
export const wasStarted = (fingerprint: string): boolean => Object(readKept(`${NAME}.key`)).fingerprint === fingerprint;

/** The same request has the same key, after a reload too: whoever asks again after an answer that was lost begins nothing twice. */
export function keyFor(fingerprint: string): string {
  const kept: { readonly fingerprint?: unknown; readonly key?: unknown } = Object(readKept(`${NAME}.key`));
  if (kept.fingerprint === fingerprint && typeof kept.key === 'string') return kept.key;
  const key = newKey();
  keep(`${NAME}.key`, { fingerprint, key });
  return key;
}

/** After an answer that refused it: the same request again is another try, and not the same answer. */
export const forgetKey = (): void => forgetKept(`${NAME}.key`);
