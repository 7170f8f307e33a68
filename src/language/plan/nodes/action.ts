import type { CallDescriptor } from '../descriptor.ts';
import type { LimitClass } from '../limit-class.ts';
import type { NodeBase, WithElse, WithReview } from './common.ts';
import type { Filled } from './filled.ts';

export type ParamValue =
  | string
  | number
  | boolean
  | null
  | readonly ParamValue[]
  | { readonly [name: string]: ParamValue };

/** Any V2 action. Texts in `params` are templates. What the contract says of the action is kept here, so that nothing else needs it. */
export interface ActionNode extends NodeBase, WithElse, WithReview {
  readonly kind: 'action';
  readonly category: string;
  readonly action: string;
  /** The channel whose account acts. */
  readonly channel: 'professional' | 'messenger' | 'email';
  readonly params: Readonly<Record<string, ParamValue>>;
  /** The name under which later texts and conditions read the result. */
  readonly save_as?: string;
  /** `send` reaches somebody, `touch` is seen, `read` changes nothing. */
  readonly side_effect: 'read' | 'touch' | 'send';
  readonly limit_class: LimitClass | null;
  /** API credits at most. */
  readonly credits: number;
}

export const action: CallDescriptor<ActionNode> = {
  noun: 'action',
  doing: 'Call an action',
  drawn: ({ category, action, save_as }) => ({
    title: `${category}.${action}`,
    detail: save_as ? `saved as ${save_as}` : '',
  }),
  words: ({ category, action }) => `action ${category}.${action}`,
  fills: ({ params }) => filledParams('', params),
  channel: ({ channel }) => channel,
  limit_class: ({ limit_class }) => limit_class,
  credits: ({ credits }) => credits,
  effect: ({ side_effect }) => (side_effect === 'read' ? 'none' : side_effect),
};

/** Lists the templates of the params, one for each text. The contract of the action says what each has to be. */
function filledParams(path: string, value: ParamValue): Filled[] {
  if (typeof value === 'string') return [{ what: `\`${path}\``, template: value, as: 'text' }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => filledParams(path === '' ? name : `${path}.${name}`, item));
}
