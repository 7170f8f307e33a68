import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ItemOf } from '../../api-client/asked.ts';
import { ROLES } from '../../api-contract/operation.ts';
import { askPages, useChange } from '../data/ask.ts';
import { useMay } from '../data/who.ts';
import controls from '../parts/controls.module.css';
import type { Column } from '../parts/data-table.tsx';
import { ListTable } from '../parts/list-table.tsx';
import { tellDone } from '../parts/tell.tsx';
import { WallTime } from '../parts/time.tsx';
import { AddForm } from './add-form.tsx';
import { AskTwiceButton } from './ask-twice-button.tsx';
import { ShownOnce } from './shown-once.tsx';

type User = ItemOf<'listUsers'>;

const COLUMNS: readonly Column<User>[] = [
  { title: 'Name', width: 'minmax(0, 2fr)', cell: ({ name, email }) => <span title={email}>{name}</span> },
  { title: 'Role', width: '120px', cell: (user) => <Role user={user} /> },
  {
    title: 'Accounts',
    width: 'minmax(0, 1fr)',
    isWide: true,
    cell: ({ account_ids }) => (account_ids === null ? 'all' : account_ids.join(', ')),
  },
  { title: 'Status', width: '96px', isWide: true, cell: ({ status }) => status },
  {
    title: 'Signed in',
    width: '132px',
    isWide: true,
    cell: ({ signed_in_at }) => (signed_in_at === null ? 'never' : <WallTime at={signed_in_at} />),
  },
  { title: 'Do', width: '96px', cell: (user) => <Deactivate user={user} /> },
];

/** The people of the team, and what each may do. */
export function Users() {
  const may = useMay();
  const invite = useChange('inviteUser');
  const [link, setLink] = useState<{ readonly email: string; readonly url: string } | null>(null);
  return (
    <>
      {may('inviteUser') && (
        <AddForm
          label="Invite somebody"
          button="Invite"
          isPending={invite.isPending}
          fields={[
            { name: 'email', label: 'Email', type: 'email', placeholder: 'grace@acme.example' },
            { name: 'role', label: 'Role', options: ROLES.map((role) => [role, role] as const) },
          ]}
          onAdd={({ email = '', role }, done) =>
            invite.mutate(
              { body: { email, role: ROLES.find((one) => one === role) ?? 'viewer' } },
              {
                onSuccess: ({ invitation }) => {
                  done();
                  if (invitation !== null) setLink({ email, url: invitation.url });
                },
              },
            )
          }
        />
      )}
      {link !== null && (
        <ShownOnce
          says={`Give ${link.email} this link: a password is set there.`}
          secret={link.url}
          onClose={() => setLink(null)}
        />
      )}
      <ListTable label="Users" pages={askPages('listUsers')} columns={COLUMNS} empty="Nobody else is here.">
        On one machine nobody needs to be: the link that a start prints signs its owner in.
      </ListTable>
    </>
  );
}

function Role({ user: { id, name, role } }: { readonly user: User }) {
  const may = useMay();
  const change = useChange('changeUser');
  const give = (to: string) => {
    const next = ROLES.find((one) => one === to) ?? role;
    const undo = () => change.mutate({ params: { id }, body: { role } });
    change.mutate(
      { params: { id }, body: { role: next } },
      { onSuccess: () => tellDone(`${name} is ${next} now.`, undo) },
    );
  };
  if (!may('changeUser')) return role;
  return (
    <select
      className={controls.select}
      aria-label={`Role of ${name}`}
      value={role}
      disabled={change.isPending}
      onChange={(event) => give(event.currentTarget.value)}
    >
      {ROLES.map((one) => (
        <option key={one}>{one}</option>
      ))}
    </select>
  );
}

/** Sessions and keys end at once, and for good: whoever is activated again signs in anew, and makes new keys. */
function Deactivate({ user: { id, name, status } }: { readonly user: User }) {
  const may = useMay();
  const change = useChange('changeUser');
  if (!may('changeUser') || status === 'invited') return null;
  const become = (to: 'active' | 'deactivated', said: string) => () =>
    change.mutate({ params: { id }, body: { status: to } }, { onSuccess: () => tellDone(said) });
  if (status === 'active') {
    const confirm = become('deactivated', `${name} is deactivated: their sessions and keys have ended.`);
    return <AskTwiceButton does="Deactivate" what={name} isPending={change.isPending} onConfirm={confirm} />;
  }
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={`Activate ${name}`}
      loading={change.isPending}
      onClick={become('active', `${name} may sign in again.`)}
    >
      Activate
    </Button>
  );
}
