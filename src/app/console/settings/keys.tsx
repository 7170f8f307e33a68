import { useState } from 'react';
import type { ItemOf } from '../../api-client/asked.ts';
import { askPages, useChange } from '../data/ask.ts';
import { wallNow } from '../data/wall-clock.ts';
import { useMay } from '../data/who.ts';
import type { Column } from '../parts/data-table.tsx';
import { ListTable } from '../parts/list-table.tsx';
import { tellDone } from '../parts/tell.tsx';
import { WallTime } from '../parts/time.tsx';
import { AddForm } from './add-form.tsx';
import { AskTwiceButton } from './ask-twice-button.tsx';
import { ShownOnce } from './shown-once.tsx';

type Key = ItemOf<'listKeys'>;

/** The scopes that most programs need; a key with another set is made over HTTP. */
const KINDS = {
  read: { title: 'reads', scopes: ['read'] },
  write: { title: 'reads, enrolls and steers', scopes: ['read', 'write'] },
  send: { title: 'and answers people', scopes: ['read', 'write', 'send'] },
  admin: { title: 'does everything', scopes: ['read', 'write', 'send', 'admin'] },
} as const;

const LIVES = [
  ['', 'never'],
  ['30', 'in 30 days'],
  ['90', 'in 90 days'],
  ['365', 'in a year'],
] as const;

const COLUMNS: readonly Column<Key>[] = [
  { title: 'Name', width: 'minmax(0, 2fr)', cell: ({ name }) => name },
  { title: 'May', width: 'minmax(0, 2fr)', cell: ({ scopes }) => scopes.join(', ') },
  {
    title: 'Made by',
    width: 'minmax(0, 1fr)',
    isWide: true,
    cell: ({ user, made_by_key }) => user?.name ?? (made_by_key === null ? '' : `key ${made_by_key.name}`),
  },
  { title: 'Made', width: '120px', isWide: true, cell: ({ created_at }) => <WallTime at={created_at} /> },
  {
    title: 'Last used',
    width: '120px',
    isWide: true,
    cell: ({ seen_at }) => (seen_at === null ? 'never' : <WallTime at={seen_at} />),
  },
  {
    title: 'Ends',
    width: '120px',
    isWide: true,
    cell: ({ expires_at }) => (expires_at === null ? 'never' : <WallTime at={expires_at} />),
  },
  { title: 'Do', width: '90px', cell: (key) => <Revoke of={key} /> },
];

/** Keys of programs that call the API. */
export function Keys() {
  const create = useChange('createKey');
  const [made, setMade] = useState<{ readonly name: string; readonly key: string } | null>(null);
  return (
    <>
      <AddForm
        label="Make a key"
        button="Make a key"
        isPending={create.isPending}
        fields={[
          { name: 'name', label: 'Name', placeholder: 'reporting' },
          {
            name: 'kind',
            label: 'What it does',
            options: Object.entries(KINDS).map(([kind, { title }]) => [kind, title]),
          },
          { name: 'life', label: 'It ends', options: LIVES, isOptional: true },
        ]}
        onAdd={({ name = '', kind = 'read', life = '' }, done) => {
          const [, { scopes }] = Object.entries(KINDS).find(([one]) => one === kind) ?? ['read', KINDS.read];
          create.mutate(
            { body: { name, scopes: [...scopes], ...(life === '' ? {} : { expires_in_days: Number(life) }) } },
            {
              onSuccess: ({ key }) => {
                done();
                if (key !== null) setMade({ name, key });
              },
            },
          );
        }}
      />
      {made !== null && (
        <ShownOnce
          says={`The key ${made.name}, for the header "authorization: Bearer …".`}
          secret={made.key}
          onClose={() => setMade(null)}
        />
      )}
      <ListTable label="Keys" pages={askPages('listKeys')} columns={COLUMNS} empty="No key was made.">
        A program needs one to call the API.
      </ListTable>
    </>
  );
}

/** For good: who uses it is refused from now on. */
function Revoke({ of: { id, name, revoked_at, expires_at } }: { readonly of: Key }) {
  const may = useMay();
  const revoke = useChange('revokeKey');
  if (revoked_at !== null) return 'revoked';
  if (expires_at !== null && Date.parse(expires_at) <= wallNow()) return 'over';
  if (!may('revokeKey')) return null;
  const confirm = () => revoke.mutate({ params: { id } }, { onSuccess: () => tellDone(`The key ${name} is revoked.`) });
  return <AskTwiceButton does="Revoke" what={name} isPending={revoke.isPending} onConfirm={confirm} />;
}
