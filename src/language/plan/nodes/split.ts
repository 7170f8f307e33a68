import type { OwnDescriptor } from '../descriptor.ts';
import type { NodeBase, NodeId } from './common.ts';

export interface SplitArm {
  readonly name: string;
  /** A whole number above 0; its share of the sum of all weights. */
  readonly weight: number;
  readonly to: NodeId;
}

/** The goals that arms may be optimized for: acceptances, replies, or replies with a label that is positive. */
export type OptimizedFor = 'accepted' | 'replied' | 'positive';

/** An A/B test, of two arms or more. Each lead takes one arm: a hash of the person and the node's id, so that it never changes. */
export interface SplitNode extends NodeBase {
  readonly kind: 'split';
  readonly arms: readonly SplitArm[];
  /** New people move towards the arm that brings more of it, so the weights say nothing; absent: people go as the weights say. */
  readonly optimize?: OptimizedFor;
}

/** An arm's share never falls below this until the experiment is decided: 10 %; from ten arms on all go evenly. */
export const leastShare = (arms: number): number => Math.min(0.1, 1 / arms);

const BROUGHT: Readonly<Record<OptimizedFor, string>> = {
  accepted: 'acceptances',
  replied: 'replies',
  positive: 'positive replies',
};

const percent = (share: number): number => Math.round(share * 100);

export const split: OwnDescriptor<SplitNode> = {
  noun: 'split',
  doing: 'Choose an arm',
  drawn: ({ optimize }) =>
    optimize === undefined
      ? { title: 'Split' }
      : { title: 'Split', detail: `More people where ${BROUGHT[optimize]} come` },
  words: ({ arms, optimize }) =>
    optimize === undefined
      ? `split ${arms.map(({ name, weight }) => `${name} ${weight}`).join(' / ')}`
      : `split ${arms.map(({ name }) => name).join(' / ')}, optimized for ${BROUGHT[optimize]}`,
  box: 'choice',
  unnoticed: true,
  results: ({ arms }) => arms.map(({ name }) => name),
  ways({ arms, optimize }) {
    if (optimize !== undefined)
      return arms.map(({ name, to }) => [to, `${name}: at least ${percent(leastShare(arms.length))} %`]);
    const sum = arms.reduce((total, { weight }) => total + weight, 0);
    return arms.map(({ name, weight, to }) => [to, `${name}: ${percent(weight / sum)} %`]);
  },
};
