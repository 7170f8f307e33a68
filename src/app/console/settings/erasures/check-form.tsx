import { type ChangeEvent, useState } from 'react';
import { useChange } from '../../data/ask.ts';
import { useMay } from '../../data/who.ts';
import controls from '../../parts/controls.module.css';
import classes from './erasures.module.css';
import { readReceipt } from './read-receipt.ts';
import { ReceiptCheck } from './receipt-check.tsx';

/** Whether a receipt that somebody holds is genuine, and what it says is so still. */
export function CheckForm() {
  const may = useMay();
  const check = useChange('checkReceipt');
  const [problem, setProblem] = useState<string | null>(null);
  if (!may('checkReceipt')) return null;
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const file = input.files?.[0];
    if (file === undefined) return;
    const receipt = readReceipt(await file.text());
    setProblem(receipt === null ? `${file.name} is no receipt: choose the JSON file as it was downloaded.` : null);
    check.reset();
    if (receipt !== null) check.mutate({ body: { receipt } });
    // The same file again is a change, too.
    input.value = '';
  };
  return (
    <div className={classes.check}>
      <label>
        Check a receipt
        <input
          className={controls.input}
          type="file"
          accept="application/json,.json"
          onChange={(event) => void choose(event)}
        />
      </label>
      {problem !== null && (
        <p role="alert" className={classes.failed}>
          {problem}
        </p>
      )}
      {check.data !== undefined && <ReceiptCheck key={check.data.id} id={check.data.id} />}
    </div>
  );
}
