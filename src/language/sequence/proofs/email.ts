import type { Proof } from './proof.ts';

/** No email that answers nothing, and none where it is certain that there is no address. */
export const proveEmail: Proof = ({ node, here, report }) => {
  if (node.kind !== 'email') return;
  if (node.subject === undefined && !here.emailed) {
    const fix = 'Add `subject:`, or put it behind an email that is sent on every path.';
    report('SEQ034', 'this email has no subject, and there may be no earlier email to answer', fix);
  }
  if (here.no_email && node.to === undefined) {
    const fix = 'Put it where an address was found, or reach the lead on another channel here.';
    report('SEQ043', 'on this path the lead has no email address', fix);
  }
};
