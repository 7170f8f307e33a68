import type { NodeBase } from './common.ts';

/** Sets variables of the lead in this enrollment; texts are templates. `tags` are added to the lead. */
export interface SetNode extends NodeBase {
  readonly kind: 'set';
  readonly vars: Readonly<Record<string, string | number | boolean | null>>;
  readonly tags?: readonly string[];
}
