import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../data/ask.ts';
import { useMay } from '../data/who.ts';
import { Choice } from '../parts/choice.tsx';
import { Time } from '../parts/time.tsx';
import type { Account } from './account-words.ts';
import classes from './accounts.module.css';

const PLATFORMS = [
  ['professional', 'Professional network'],
  ['messenger', 'Messenger'],
  ['email', 'Mailbox'],
] as const;
type Platform = (typeof PLATFORMS)[number][0];

/** A link by which the owner of an account connects it, a new one or one that was signed out: its password never comes by here. */
export function ConnectButton({ account }: { readonly account?: Account }) {
  const may = useMay();
  const create = useChange('createConnectLink');
  const [isOpen, setOpen] = useState(false);
  const [platform, setPlatform] = useState<Platform | ''>('');
  if (!may('createConnectLink')) return null;
  const close = () => {
    setOpen(false);
    create.reset();
  };
  const ask = () =>
    create.mutate({
      body: account ? { account_id: account.id } : platform === '' ? {} : { platforms: [platform] },
    });
  const { data } = create;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {account ? 'Connect again …' : 'Connect …'}
      </Button>
      {isOpen && (
        <Modal
          opened
          onClose={close}
          title={account ? `Connect ${account.name} again` : 'Connect an account'}
          closeButtonProps={{ 'aria-label': 'Close' }}
        >
          <div className={classes.dialog}>
            <p>
              Whose account it is signs in on a page of the V2 service; neither you nor Overture sees their password.
              The account comes here by itself.
            </p>
            {data === undefined && !account && (
              <Choice
                label="What is connected"
                none="Whatever they choose"
                value={platform}
                options={PLATFORMS}
                onChoose={(value) => setPlatform(PLATFORMS.find(([one]) => one === value)?.[0] ?? '')}
              />
            )}
            {data?.url != null && (
              <>
                <code>{data.url}</code>
                <p className={classes.quiet}>
                  Whoever has the link may use it
                  {data.expires_at !== null && (
                    <>
                      {' '}
                      until <Time at={data.expires_at} />
                    </>
                  )}
                  , so send it to nobody else.
                </p>
                <a href={data.url} target="_blank" rel="noreferrer">
                  Open it in a new tab
                </a>
              </>
            )}
            {data === undefined && (
              <Button loading={create.isPending} onClick={ask} data-autofocus>
                Make a link
              </Button>
            )}
          </div>
        </Modal>
      )}
    </>
  );
}
