import type { Node, NodeKind } from '../plan/node.ts';

const WORDS: Readonly<Record<NodeKind, string>> = {
  visit: 'Visit the profile',
  invite: 'Send the invitation',
  message: 'Send a message',
  inmail: 'Send an InMail',
  email: 'Send an email',
  withdraw: 'Withdraw the invitation',
  enrich: 'Look up the lead',
  check: 'Check',
  like: 'Like the latest post',
  react: 'React to the latest post',
  comment: 'Comment on the latest post',
  action: 'Call an action',
  if: 'Choose a branch',
  split: 'Choose an arm',
  task: 'Ask a person',
  set: 'Set variables',
  run: 'Continue in another sequence',
  repeat: 'Repeat',
  wait: 'Wait',
  wait_for: 'Wait for an event',
  end: 'End',
};

/** `Send a message (message-2)`. */
export function describeNode(node: Node | undefined, id: string): string {
  return node ? `${WORDS[node.kind]} (${id})` : id;
}

/** `2026-01-05 09:00 UTC`. */
export function describeTime(at: number): string {
  return Number.isFinite(at) && Math.abs(at) <= 8.64e15
    ? `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
    : 'never';
}
