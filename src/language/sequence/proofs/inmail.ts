import type { Proof } from './proof.ts';
import { reachedAs } from './reached-as.ts';
import { senderProfiles } from './sender-profiles.ts';

/** No InMail without an `else`, and none that no sender has a seat for. */
export const proveInMail: Proof = ({ node, syntax, options, report, first }) => {
  const reached = reachedAs(node);
  if (reached?.as !== 'inmail') return;
  if (!reached.has_else) {
    const fix = 'Say under `else:` what to do then, even if it is only `- end: no_inmail`.';
    report('SEQ031', 'this InMail does not say what happens when InMail is impossible', fix);
  }
  const senders = senderProfiles(syntax, options, 'professional');
  // One account of the pool with a seat is enough: the leads of the others take `else`.
  if (senders.length === 0 || senders.some(({ profile }) => profile?.inmails_per_month !== 0)) return;
  if (!first('seat')) return;
  const names = senders.map(({ account }) => account).join(', ');
  const message = `no professional sender has a seat for InMail: ${names}`;
  report('SEQ042', message, 'Name a sender with a seat, or remove the InMail and keep what its `else` does.');
};
