import type { Choice } from './templates/form.ts';

/** The contracts that a paid seat of the sandbox's network may belong to. A vendor's adapter would ask the network. */
export const CONTRACTS: readonly Choice[] = [
  { value: 'team', label: 'Team contract' },
  { value: 'personal', label: 'Personal contract' },
];
