import { Modal } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EXAMPLES } from './examples.ts';
import classes from './sequences.module.css';

/** With what a new sequence begins. */
export function NewSequence({ onClose }: { onClose(): void }) {
  return (
    <Modal opened onClose={onClose} title="New sequence" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <ul className={classes.examples}>
        {[{ name: 'empty', about: 'a visit, a pause and an end' }, ...EXAMPLES].map(({ name, about }) => (
          <li key={name}>
            <Link to="/new-sequence" search={{ example: name }} data-autofocus={name === 'empty' ? true : undefined}>
              {name}
            </Link>
            <span>{about}</span>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
