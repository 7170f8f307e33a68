import { useQuery } from '@tanstack/react-query';
import { ask } from './ask.ts';
import { useMay, useMe } from './who.ts';

/** To whom something can be given: the team, or whoever asks where they may not see it or there is none. Empty: to nobody who is known. */
export function useAssignees(): readonly { readonly id: string; readonly name: string }[] {
  const may = useMay();
  const self = useMe()?.user ?? null;
  const users = useQuery({ ...ask('listUsers', { query: { limit: 1000 } }), enabled: may('listUsers') });
  const team = users.data?.items ?? [];
  return team.length > 0 || self === null ? team : [self];
}
