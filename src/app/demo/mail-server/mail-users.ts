import { mailboxKey } from '../../../shared/identity/mailbox-key.ts';

/** The users who may sign in at the mail server. Addresses in any case. */
export interface MailUsers {
  isPassword(user: string, password: string): boolean;
  isToken(user: string, token: string): boolean;
  /** Null: nobody's (any more). */
  ownerOf(token: string): string | null;
  setPassword(user: string, password: string | null): void;
  setToken(user: string, token: string | null): void;
  passwords(): ReadonlyMap<string, string>;
}

export function createMailUsers(): MailUsers {
  const passwords = new Map<string, string>();
  const tokens = new Map<string, string>();
  const change = (map: Map<string, string>) => (user: string, secret: string | null) => {
    if (secret === null) map.delete(mailboxKey(user));
    else map.set(mailboxKey(user), secret);
  };
  return {
    isPassword: (user, password) => passwords.get(mailboxKey(user)) === password,
    isToken: (user, token) => tokens.get(mailboxKey(user)) === token,
    ownerOf: (token) => [...tokens].find(([, one]) => one === token)?.[0] ?? null,
    setPassword: change(passwords),
    setToken: change(tokens),
    passwords: () => passwords,
  };
}
