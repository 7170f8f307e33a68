import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { stepWords } from '../../../language/graph/step-words.ts';
import { ask } from '../data/ask.ts';
import { useMay } from '../data/who.ts';
import { planOf } from '../sequences/plan-of.ts';
import type { Campaign } from './campaign-words.ts';

/** The titles of a campaign's steps, by the version that its people entered; nothing is asked where no step is named. */
export function useStepTitles({ sequence, version }: Campaign, isNeeded: boolean): ReadonlyMap<string, string> {
  const may = useMay();
  const published = useQuery({
    ...ask('getSequenceVersion', { params: { name: sequence, version: `${version}` } }),
    enabled: isNeeded && may('getSequenceVersion'),
  });
  return useMemo(
    () => (published.data === undefined ? new Map() : stepWords(planOf(published.data.plan))),
    [published.data],
  );
}
