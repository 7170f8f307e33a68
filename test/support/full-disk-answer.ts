/** The answer of `/readyz` while the disk of Postgres is full, as much of it as the pages read. */
export const FULL_DISK = {
  ok: false,
  unavailable: {
    reason: 'disk_full',
    text: 'The disk of Postgres is full, so nothing can be written.',
    fix: 'Make room.',
  },
};
