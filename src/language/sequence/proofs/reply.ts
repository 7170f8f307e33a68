import type { Proof } from './proof.ts';

/** A reply that comes while an earlier step waits is not what a later `wait_for` of it, or of its label, waits for: it ends the enrollment. */
export const proveReply: Proof = ({ node, here, syntax, report }) => {
  if (
    node.kind !== 'wait_for' ||
    node.event === 'accepted_invitation' ||
    here.unheard ||
    !syntax.stop_on.includes('reply')
  )
    return;
  const message =
    'a reply that comes before this step, while the walk waits, ends the enrollment: `then` is not taken for it';
  const fix = `Put \`wait_for: ${node.event}\` right behind what is answered, with a \`within\` that has the wait in it.`;
  report('SEQ062', message, fix);
};
