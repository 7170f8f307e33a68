import { useQuery } from '@tanstack/react-query';
import type { ResultOf } from '../../api-client/asked.ts';
import type { OperationName } from '../../api-contract/api-operations.ts';
import { mayCall } from '../../api-contract/may-call.ts';
import { ROUTES } from '../../api-contract/routes.ts';
import { ask } from './ask.ts';

export type Me = ResultOf<'getMe'>;

export const me = ask('getMe');

/** The user who is signed in; undefined: not known yet. */
export const useMe = (): Me | undefined => useQuery(me).data;

/** Whether they may do what the operation does: who may not, sees no button. */
export function useMay(): (name: OperationName) => boolean {
  const who = useMe();
  return (name) => who !== undefined && mayCall(who, ROUTES[name]);
}

/** The name to call them by. */
export const nameOf = ({ user, key }: Me): string => user?.name ?? (key === null ? 'this machine' : `key ${key.name}`);
