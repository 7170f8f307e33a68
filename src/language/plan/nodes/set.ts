import type { OwnDescriptor } from '../descriptor.ts';
import type { NodeBase, WithElse } from './common.ts';

/** Sets variables of the lead in this enrollment; texts are templates. `tags` are added to the lead. */
export interface SetNode extends NodeBase, WithElse {
  readonly kind: 'set';
  readonly vars: Readonly<Record<string, string | number | boolean | null>>;
  readonly tags?: readonly string[];
}

export const set: OwnDescriptor<SetNode> = {
  noun: 'setting of variables',
  doing: 'Set variables',
  drawn: ({ vars, tags = [] }) => ({ title: 'Set', detail: [...Object.keys(vars), ...tags].join(', ') }),
  words: ({ vars, tags }) => `set ${[...Object.keys(vars), ...(tags ? ['tags'] : [])].join(', ')}`,
  box: 'call',
  unnoticed: true,
};
