import { Button, Modal, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ErrorNotice } from './error-notice.tsx';
import classes from './parts.module.css';

interface ConfirmDialogProps {
  readonly title: string;
  readonly button: string;
  /** The dry run: what it would concern. */
  matched(): Promise<object>;
  /** Says of how many people it speaks, in words and as a number. */
  says(people: string, count: number): string;
  /** The thing that could be done instead, or how it is taken back. */
  readonly alternative?: string;
  /** The change can be taken back. */
  readonly isGentle?: boolean;
  /** The question whose answer others read later; absent: none is asked. */
  readonly asksWhy?: string;
  onConfirm(why: string): Promise<void>;
  onClose(): void;
}

/** Before something that cannot be undone, or touches many: it says how many people it concerns, from a dry run. */
export function ConfirmDialog({
  title,
  button,
  matched,
  says,
  alternative,
  isGentle = false,
  asksWhy,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const [why, setWhy] = useState('');
  const [isDoing, setDoing] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['dry run', useId()],
    queryFn: matched,
    staleTime: 0,
    gcTime: 0,
  });
  const confirm = async () => {
    setDoing(true);
    // Its error says itself; the dialog stays for another try.
    await onConfirm(why.trim()).then(onClose, () => setDoing(false));
  };
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={classes.dialog}>
        {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
        <p>{data === undefined ? 'Counting whom it concerns …' : says(...peopleOf(data))}</p>
        {alternative !== undefined && <p className={classes.about}>{alternative}</p>}
        {asksWhy !== undefined && (
          <TextInput
            label={asksWhy}
            value={why}
            maxLength={1000}
            onChange={(event) => setWhy(event.currentTarget.value)}
          />
        )}
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button {...(isGentle ? {} : { color: 'red.9' })} loading={isDoing} onClick={() => void confirm()}>
            {button}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

function peopleOf(preview: object): [words: string, count: number] {
  const matched = 'matched' in preview && typeof preview.matched === 'number' ? preview.matched : 0;
  return [`${matched.toLocaleString('en')} ${matched === 1 ? 'person' : 'people'}`, matched];
}
