import { channelOf } from '../../plan/node-traits.ts';
import type { Proof } from './proof.ts';

/** Every step has an account to act from. `senders` left out altogether means: chosen at enrollment. */
export const proveSender: Proof = ({ node, syntax: { senders }, report, first }) => {
  const channel = channelOf(node);
  if (!channel || Object.keys(senders).length === 0 || (senders[channel] ?? []).length > 0) return;
  if (!first(`sender ${channel}`)) return;
  const fix = `Add \`${channel}: [acc_…]\` to senders, or leave senders out to choose the accounts at enrollment.`;
  report('SEQ032', `\`${node.kind}\` needs a sender for ${channel}, and senders names none`, fix);
};
