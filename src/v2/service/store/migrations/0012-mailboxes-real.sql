-- Accounts that are real mailboxes: their servers and their credentials. An account of the email platform without a row here is a
-- sandbox mailbox.
create table mailboxes (
  account_id text primary key references accounts on delete cascade,
  imap_host text not null,
  imap_port integer not null,
  -- TLS from the first byte; false: STARTTLS.
  imap_secure boolean not null,
  smtp_host text not null,
  smtp_port integer not null,
  smtp_secure boolean not null,
  -- The user name at the servers, most often the address.
  login_name text not null,
  -- A password, or an access token and what renews it; sealed with the service's key.
  sealed_secret text not null,
  -- Grows with every sign-in, so that connections made with older credentials are not used any more.
  revision integer not null default 1
);
