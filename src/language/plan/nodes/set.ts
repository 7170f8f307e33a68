import type { OwnDescriptor } from '../descriptor.ts';
import type { NodeBase, WithElse } from './common.ts';
import type { Filled } from './filled.ts';

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
  fills: ({ vars, tags = [] }) => [
    ...Object.entries(vars).flatMap(([name, value]): Filled[] =>
      typeof value === 'string' ? [{ what: `the variable ${name}`, template: value, as: 'text' }] : [],
    ),
    ...tags.map((template): Filled => ({ what: 'the tag', template, as: 'text' })),
  ],
  box: 'call',
  unnoticed: true,
};
