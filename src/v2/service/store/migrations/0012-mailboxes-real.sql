-- Accounts that are real mailboxes: where their servers are, and what signs in there. An account of the email platform without a
-- row is a sandbox mailbox.
create table mailboxes (
  account_id text primary key references accounts on delete cascade,
  imap_host text not null,
  imap_port integer not null,
  -- TLS from the first byte; false: STARTTLS.
  imap_secure boolean not null,
  smtp_host text not null,
  smtp_port integer not null,
  smtp_secure boolean not null,
  -- What the servers call the user; most often the address.
  login_name text not null,
  -- A password, or an access token with what renews it; under the service's key.
  sealed_secret text not null,
  -- Grows with every sign-in: connections that were made with older credentials are not used any more.
  revision integer not null default 1
);
