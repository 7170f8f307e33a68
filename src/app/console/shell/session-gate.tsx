import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { askAgain } from '../data/ask.ts';
import { connection } from '../data/connection.ts';
import { listen } from '../data/live.ts';
import { useStore } from '../data/store.ts';
import { type Me, me } from '../data/who.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { tellNews } from '../parts/tell.tsx';
import { invitationOf } from './session.ts';
import { SignIn } from './sign-in.tsx';

const isNotMe = ({ queryKey: [name] }: { readonly queryKey: readonly unknown[] }): boolean => name !== me.queryKey[0];
const nameOfRights = ({ role, account_ids }: Me): string => JSON.stringify([role, account_ids]);
const sayRights = ({ role, account_ids }: Me): string =>
  `You are ${role} now${account_ids === null ? '' : `, for some accounts: ${account_ids.join(', ')}`}. What you may not do any more is not shown; what you typed is kept.`;

/**
 * Lets in who is signed in. Whose session ends while a page is open signs in again above it: what was typed there stays. Somebody else gets
 * a page of their own.
 */
export function SessionGate({ children }: { readonly children: ReactNode }) {
  const queries = useQueryClient();
  const { isSignedOut, lostSince } = useStore(connection);
  const { data, error, isFetching, refetch } = useQuery(me);
  const first = useRef<string | undefined>(undefined);
  const isInvited = invitationOf(location.hash) !== undefined;
  const isIn = !isSignedOut && !isInvited;

  const who = data === undefined ? undefined : JSON.stringify([data.user?.id, data.key?.id]);
  useEffect(() => {
    if (who === undefined) return;
    first.current ??= who;
    if (first.current !== who) location.reload();
  }, [who]);

  const before = useRef<Me | undefined>(undefined);
  useEffect(() => {
    const known = before.current;
    before.current = data;
    if (data === undefined || known === undefined || nameOfRights(known) === nameOfRights(data)) return;
    tellNews('What you may do has changed', sayRights(data));
    // What is shown may not be theirs to see any more.
    if (`${known.account_ids}` !== `${data.account_ids}`) void queries.resetQueries({ predicate: isNotMe });
    else askAgain(queries);
  }, [data, queries]);

  useEffect(() => {
    if (!isIn || who === undefined) return;
    return listen(queries);
  }, [isIn, who, queries]);

  useEffect(() => {
    // Where the console is open already, the link of an invitation changes no more than what is behind the `#`.
    const followInvitation = () => {
      if (invitationOf(location.hash) !== undefined) location.reload();
    };
    addEventListener('hashchange', followInvitation);
    return () => removeEventListener('hashchange', followInvitation);
  }, []);

  const wasOut = useRef(false);
  useEffect(() => {
    if (wasOut.current && isIn) askAgain(queries);
    wasOut.current = !isIn;
  }, [isIn, queries]);

  if (isInvited || (isSignedOut && data === undefined)) return <SignIn />;
  if (data === undefined) {
    const isWaiting = isFetching && lostSince === null;
    return isWaiting ? null : <ErrorNotice error={error} onRetry={() => void refetch()} />;
  }
  return (
    <>
      {isSignedOut && <SignIn isAgain />}
      <div hidden={isSignedOut}>{children}</div>
    </>
  );
}
