import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ResultOf } from '../../../api-client/asked.ts';
import { useChange } from '../../data/ask.ts';
import { useMay } from '../../data/who.ts';
import { tellDone, tellProblem } from '../../parts/tell.tsx';

interface SendTestProps {
  readonly node: string;
  readonly published: ResultOf<'getSequence'> | null;
  /** The text that is shown is the published one. */
  readonly isPublished: boolean;
  readonly lead_id: string | null;
}

/** A text to one's own mailbox: first it says to which, then it goes. */
export function SendTest({ node, published, isPublished, lead_id }: SendTestProps) {
  const may = useMay();
  const send = useChange('sendTest');
  const [to, setTo] = useState<string | null>(null);
  if (!may('sendTest') || published === null || !Object.hasOwn(published.plan.nodes ?? {}, node)) return null;
  const asked = {
    params: { name: published.name },
    body: { node, version: published.version, ...(lead_id === null ? {} : { lead_id }) },
  };
  const look = () =>
    void send
      .rehearse({ ...asked, query: { dry_run: true } })
      .then((answer) => setTo(answer.to))
      .catch(tellProblem);
  const go = () =>
    send.mutate(asked, {
      onSuccess: (answer) => {
        setTo(null);
        tellDone(`Sent to ${answer.to}.`);
      },
    });
  return to === null ? (
    <Button
      size="compact-xs"
      variant="default"
      onClick={look}
      title={isPublished ? '' : `As it is published, in version ${published.version}`}
    >
      Test to my mailbox …
    </Button>
  ) : (
    <Button size="compact-xs" loading={send.isPending} onClick={go}>
      Send version {published.version} to {to}
    </Button>
  );
}
