import { Button } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../data/ask.ts';
import { useMay } from '../data/who.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { tellDone } from '../parts/tell.tsx';
import { people } from '../parts/words.ts';

/** As many as the API takes at once. */
const AT_ONCE = 1000;

interface SuppressPeopleProps {
  /** Those who are picked, or all who are shown. */
  idsOf(): Promise<readonly string[]>;
  onDone(): void;
}

/** Puts many on the do-not-contact list by every name, after it has said who they are and how many sequences that ends. */
export function SuppressPeople({ idsOf, onDone }: SuppressPeopleProps) {
  const may = useMay();
  const suppress = useChange('suppressMany');
  const [isAsked, setAsked] = useState(false);
  const [ends, setEnds] = useState(0);
  if (!may('suppressMany')) return null;

  const inParts = async (ids: readonly string[], part: (entries: readonly { lead_id: string }[]) => Promise<Done>) => {
    const results: Done['results'][number][] = [];
    for (let at = 0; at < ids.length; at += AT_ONCE)
      results.push(...(await part(ids.slice(at, at + AT_ONCE).map((lead_id) => ({ lead_id })))).results);
    return results;
  };
  const preview = async () => {
    const results = await inParts(await idsOf(), (entries) =>
      suppress.rehearse({ query: { dry_run: true }, body: { entries: [...entries] } }),
    );
    setEnds(results.reduce((sum, { stopped = 0 }) => sum + stopped, 0));
    return { matched: results.filter(({ status }) => status === 'created').length };
  };
  return (
    <>
      <Button size="compact-xs" variant="default" onClick={() => setAsked(true)}>
        Do not contact …
      </Button>
      {isAsked && (
        <ConfirmDialog
          title="Never contact them again?"
          button="Put them on the list"
          asksWhy="Why (others read it)"
          matched={preview}
          says={(who) =>
            `No sequence contacts ${who} from now on. ${ends.toLocaleString('en')} that are under way end, for good.`
          }
          alternative="Who is on the list already is not counted. At most 10,000 at once."
          onClose={() => setAsked(false)}
          onConfirm={async (why) => {
            const results = await inParts(await idsOf(), (entries) =>
              suppress.mutateAsync({
                body: { entries: entries.map((entry) => (why === '' ? entry : { ...entry, reason: why })) },
              }),
            );
            onDone();
            tellDone(
              `${people(results.filter(({ status }) => status === 'created').length)} put on the do-not-contact list.`,
            );
          }}
        />
      )}
    </>
  );
}

interface Done {
  readonly results: readonly {
    readonly status: 'created' | 'present' | 'refused';
    readonly stopped?: number | undefined;
  }[];
}
