import type { ItemOf } from '../../api-client/asked.ts';
import { askPages, useChange } from '../data/ask.ts';
import { useMe } from '../data/who.ts';
import type { Column } from '../parts/data-table.tsx';
import { ListTable } from '../parts/list-table.tsx';
import { tellDone } from '../parts/tell.tsx';
import { WallTime } from '../parts/time.tsx';
import { AskTwiceButton } from './ask-twice-button.tsx';
import { PasswordForm } from './password-form.tsx';

type Session = ItemOf<'listSessions'>;

const COLUMNS: readonly Column<Session>[] = [
  { title: 'Who', width: 'minmax(0, 1.5fr)', cell: (session) => whose(session) },
  {
    title: 'Browser',
    width: 'minmax(0, 3fr)',
    isWide: true,
    cell: ({ user_agent }) => <span title={user_agent}>{user_agent}</span>,
  },
  { title: 'From', width: 'minmax(0, 1fr)', cell: ({ address }) => <span title={address}>{address}</span> },
  { title: 'Since', width: '124px', isWide: true, cell: ({ created_at }) => <WallTime at={created_at} /> },
  { title: 'Last seen', width: '124px', isWide: true, cell: ({ seen_at }) => <WallTime at={seen_at} /> },
  { title: 'Do', width: '108px', cell: (session) => <End session={session} /> },
];

/** Lists who is signed in: for an owner everybody, for others oneself; and one's own password. */
export function Sessions() {
  const user = useMe()?.user;
  return (
    <>
      {user?.has_password === true && <PasswordForm />}
      <ListTable label="Sessions" pages={askPages('listSessions')} columns={COLUMNS} empty="Nobody is signed in.">
        A browser that signs in has a line here.
      </ListTable>
    </>
  );
}

const whose = ({ user, key_id }: Session): string =>
  user?.name ?? (key_id === null ? 'by the link of a start' : 'by a key');

/** At once: the next request of that browser is asked to sign in. */
function End({ session }: { readonly session: Session }) {
  const end = useChange('endSession');
  if (session.is_yours) return 'this one';
  const confirm = () =>
    end.mutate({ params: { id: session.id } }, { onSuccess: () => tellDone('The session is ended.') });
  return (
    <AskTwiceButton
      does="End"
      what={`the session of ${whose(session)}`}
      isPending={end.isPending}
      onConfirm={confirm}
    />
  );
}
