import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ask, useChange } from '../../data/ask.ts';
import { useMay } from '../../data/who.ts';
import { Answered } from '../../parts/answered.tsx';
import { Tag } from '../../parts/tag.tsx';
import { Time } from '../../parts/time.tsx';
import { CountList } from './count-list.tsx';
import classes from './erasures.module.css';
import type { Receipt } from './read-receipt.ts';
import { ReceiptCheck } from './receipt-check.tsx';

/** No event tells how far it is. Wall milliseconds. */
const LOOKED_AFTER = 2000;

const STAGES: Readonly<Record<string, string>> = {
  workflows: 'their workflows end and are deleted',
  rows: 'their rows are erased',
  texts: 'texts that mention them are looked through',
  files: 'files are looked through',
  service: 'the V2 service is told',
  vacuum: 'what the database keeps of erased rows is cleared',
  check: 'it is looked whether anything is left',
  domains: 'domains are counted',
};

/** How far an erasure is, and its receipt. */
export function Erasure({ id }: { readonly id: string }) {
  const erasure = useQuery({
    ...ask('getErasure', { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.status === 'done' ? false : LOOKED_AFTER),
  });
  const may = useMay();
  const check = useChange('checkReceipt');
  return (
    <div className={classes.erasure}>
      <Link to="/settings" search={{ part: 'erasures' }}>
        ← All erasures
      </Link>
      <Answered query={erasure} rows={5}>
        {({ receipt_id, status, stage, erased, kept, at, finished_at, last_error, receipt }) => (
          <>
            <div className={classes.head} role="status">
              <strong>{receipt_id}</strong>
              <Tag tone={status === 'done' ? 'good' : 'plain'}>{status}</Tag>
              <span>
                {status === 'running' && stage !== null && `${STAGES[stage] ?? stage}; `}
                since <Time at={at} />
                {finished_at !== null && (
                  <>
                    , done <Time at={finished_at} />
                  </>
                )}
              </span>
            </div>
            {status === 'running' && (
              <p>
                Nobody finds them any more, and nothing is sent to them. What they left elsewhere is being erased; the
                receipt is signed when all of it is.
              </p>
            )}
            {last_error !== null && <p className={classes.failed}>It is tried again: {last_error}</p>}
            {receipt !== null && (
              <div className={classes.head}>
                <Button onClick={() => download(receipt)}>Download the receipt</Button>
                {may('checkReceipt') && (
                  <Button
                    variant="default"
                    loading={check.isPending}
                    onClick={() => check.mutate({ body: { receipt } })}
                  >
                    Check it now
                  </Button>
                )}
                {check.data !== undefined && <ReceiptCheck key={check.data.id} id={check.data.id} />}
              </div>
            )}
            <section>
              <h2>Erased</h2>
              <CountList label="Erased" counts={erased} />
            </section>
            {kept.length > 0 && (
              <section>
                <h2>Kept, and why</h2>
                <ul className={classes.kept}>
                  {kept.map(({ what, why, until }) => (
                    <li key={what}>
                      {what.replaceAll('_', ' ')}: {why}
                      {until !== undefined && (
                        <>
                          , until <Time at={until} />
                        </>
                      )}
                    </li>
                  ))}
                </ul>
              </section>
            )}
          </>
        )}
      </Answered>
    </div>
  );
}

function download(receipt: Receipt): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(receipt, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${receipt.receipt_id}.json`;
  link.click();
  URL.revokeObjectURL(url);
}
