import { Modal } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { type KeyLine, keysOf } from './page-keys.ts';
import { PAGES } from './pages.ts';
import classes from './shell.module.css';

/** Lists what keys do, those of the open page first, for whoever asks `?`. */
export function KeyList({ isOpen, onClose }: { readonly isOpen: boolean; onClose(): void }) {
  const { pathname } = useLocation();
  const { here, everywhere } = keysOf(pathname);
  const ways = PAGES.map(({ key, title }): KeyLine => [`g ${key}`, title]);
  return (
    <Modal opened={isOpen} onClose={onClose} title="Keys" closeButtonProps={{ 'aria-label': 'Close' }}>
      {here.length > 0 && <Keys title="On this page" lines={here} />}
      <Keys title="On every page" lines={[...everywhere, ...ways]} />
    </Modal>
  );
}

const Keys = ({ title, lines }: { readonly title: string; readonly lines: readonly KeyLine[] }) => (
  <>
    <h3 className={classes.keysOf}>{title}</h3>
    <dl className={classes.keys}>
      {lines.map(([keys, does]) => (
        <div key={keys} style={{ display: 'contents' }}>
          <dt>{keys}</dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  </>
);
