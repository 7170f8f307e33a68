/** Two mailboxes that write; under a name that is nobody's (RFC 6761). */
export const DEMO_SENDERS = [
  { name: 'Anna Keller', email: 'anna@mail.acme.example' },
  { name: 'Ben Okafor', email: 'ben@mail.acme.example' },
] as const;
