import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ResultOf } from '../../api-client/asked.ts';
import { useChange } from '../data/ask.ts';
import { useMay } from '../data/who.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { nameOfLead } from '../parts/lead-name.ts';
import { tellDone } from '../parts/tell.tsx';

/** Puts a person on the do-not-contact list by every name, after it has said how many sequences that ends. */
export function SuppressButton({ person }: { readonly person: ResultOf<'getLead'> }) {
  const may = useMay();
  const suppress = useChange('suppress');
  const [isAsked, setAsked] = useState(false);
  const name = nameOfLead(person);
  const body = { lead_id: person.id };
  if (person.do_not_contact !== null || !may('suppress')) return null;
  return (
    <>
      <Button variant="default" onClick={() => setAsked(true)}>
        Do not contact …
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={`Never contact ${name} again?`}
          button="Put them on the list"
          asksWhy="Why (others read it)"
          matched={async () => {
            const { stopped = 0 } = await suppress.rehearse({ query: { dry_run: true }, body });
            return { matched: stopped };
          }}
          says={(_, ends) =>
            `No sequence contacts them from now on, whatever address or profile they are met by. ${endsInWords(ends)}`
          }
          alternative="The entry can be taken off the list in Settings; a sequence that has ended does not begin again by that."
          onClose={() => setAsked(false)}
          onConfirm={async (why) => {
            await suppress.mutateAsync({ body: { ...body, ...(why === '' ? {} : { reason: why }) } });
            tellDone(`${name} is on the do-not-contact list.`);
          }}
        />
      )}
    </>
  );
}

function endsInWords(ends: number): string {
  if (ends === 0) return 'They are under way in none.';
  return ends === 1 ? 'The one in which they are under way ends.' : `The ${ends} in which they are under way end.`;
}
