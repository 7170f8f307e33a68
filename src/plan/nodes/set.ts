import type { NodeBase, WithElse } from './common.ts';

/** Sets variables of the lead in this enrollment; texts are templates. `tags` are added to the lead. */
export interface SetNode extends NodeBase, WithElse {
  readonly kind: 'set';
  readonly vars: Readonly<Record<string, string | number | boolean | null>>;
  readonly tags?: readonly string[];
}
