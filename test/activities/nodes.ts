import type { Node, NodeKind, Nodes } from '../../src/language/plan/node.ts';

type NodeOf<Kind extends NodeKind> = Nodes[Kind];

/** A step that ends in an error unless told otherwise, under its kind as its id. */
const step = { on_error: { do: 'stop' }, next: 'end' } as const;

export const check = (what: NodeOf<'check'>['what']): Node => ({ ...step, kind: 'check', id: 'check', what });
export const enrich = (what: NodeOf<'enrich'>['what']): Node => ({ ...step, kind: 'enrich', id: 'enrich', what });
export const LIKE: Node = { ...step, kind: 'like', id: 'like', on: 'latest_post' };
export const REACT: Node = { ...step, kind: 'react', id: 'react', on: 'latest_post', reaction_type: 'PRAISE' };
export const COMMENT: Node = {
  ...step,
  kind: 'comment',
  id: 'comment',
  on: 'latest_post',
  text: 'Well said, {{ first_name }}!',
};
export const message = (more: Partial<NodeOf<'message'>>): Node => ({
  ...step,
  kind: 'message',
  id: 'message',
  channel: 'professional',
  ...more,
});
export const email = (more: Partial<NodeOf<'email'>>): Node => ({
  ...step,
  kind: 'email',
  id: 'email',
  text: 'Dear {{ first_name }}',
  thread: false,
  unsubscribe: true,
  ...more,
});
export const action = (
  name: `${string}.${string}`,
  more: Partial<NodeOf<'action'>> & Pick<NodeOf<'action'>, 'side_effect'>,
): Node => {
  const [category = '', verb = ''] = name.split('.');
  return {
    ...step,
    kind: 'action',
    id: 'action',
    category,
    action: verb,
    channel: 'professional',
    params: {},
    limit_class: null,
    credits: 1,
    ...more,
  };
};
