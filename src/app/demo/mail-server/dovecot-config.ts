import type { Dovecot } from './find-dovecot.ts';

export interface DovecotPorts {
  readonly imap: number;
  readonly imaps: number;
  readonly lmtp: number;
}

export interface DovecotPlace {
  /** The folder of one server: its sockets, state and log, the users, the certificate and the mail. */
  readonly folder: string;
  readonly ports: DovecotPorts;
  /** The address that is asked about access tokens: the token is appended to it. */
  readonly token_info_url: string;
  /** False: a mailbox has its inbox alone from the start, and no folder says what it is for. */
  readonly special_folders: boolean;
}

/** The special folders of RFC 6154 that most providers have. */
const FOLDERS: Readonly<Record<string, string>> = {
  Sent: 'Sent',
  Drafts: 'Drafts',
  Trash: 'Trash',
  Archive: 'Archive',
};

/** All in one folder and as one user: nothing of it needs root, and nothing is found outside. */
export function dovecotConfig(dovecot: Dovecot, place: DovecotPlace): string {
  return `${dovecot.version === '2.3' ? head23(dovecot, place) : head24(dovecot, place)}
${services(place.ports)}
namespace inbox {
  inbox = yes
  separator = /
${Object.entries(place.special_folders ? FOLDERS : {})
  .map(([name, use]) => `  mailbox ${name} {\n    auto = subscribe\n    special_use = \\${use}\n  }`)
  .join('\n')}
}
`;
}

/** For the file that the 2.3 configuration names. */
export const oauth2Config23 = ({ token_info_url }: DovecotPlace): string => `tokeninfo_url = ${token_info_url}
username_attribute = email
`;

function common({ services: libexec, user }: Dovecot, { folder }: DovecotPlace): string {
  return `base_dir = ${folder}/run
state_dir = ${folder}/state
libexec_dir = ${libexec}
import_environment = TZ LD_LIBRARY_PATH
log_path = ${folder}/dovecot.log
listen = 127.0.0.1
default_internal_user = ${user.name}
default_internal_group = ${user.group}
default_login_user = ${user.name}
first_valid_uid = 1
mail_uid = ${user.name}
mail_gid = ${user.group}
mail_max_userip_connections = 100
auth_mechanisms = plain login xoauth2 oauthbearer
auth_failure_delay = 0
ssl = yes
`;
}

const head23 = (dovecot: Dovecot, place: DovecotPlace): string => `${common(dovecot, place)}
protocols = imap lmtp
disable_plaintext_auth = no
mail_location = maildir:${place.folder}/mail/%u
ssl_cert = <${place.folder}/certificate.pem
ssl_key = <${place.folder}/key.pem
passdb {
  driver = passwd-file
  mechanisms = plain login
  args = username_format=%u ${place.folder}/users
}
passdb {
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = ${place.folder}/oauth2.conf
}
userdb {
  driver = static
  args = uid=${dovecot.user.name} gid=${dovecot.user.group} home=${place.folder}/mail/%u allow_all_users=yes
}
`;

const head24 = (dovecot: Dovecot, place: DovecotPlace): string => `dovecot_config_version = 2.4.0
dovecot_storage_version = 2.4.0
${common(dovecot, place)}
protocols {
  imap = yes
  lmtp = yes
}
auth_allow_cleartext = yes
mail_driver = maildir
mail_path = ${place.folder}/mail/%{user}
mail_home = ${place.folder}/mail/%{user}
ssl_server_cert_file = ${place.folder}/certificate.pem
ssl_server_key_file = ${place.folder}/key.pem
oauth2 {
  tokeninfo_url = ${place.token_info_url}
  username_attribute = email
}
passdb passwd-file {
  mechanisms_filter = plain login
  passwd_file_path = ${place.folder}/users
}
passdb oauth2 {
  mechanisms_filter = xoauth2 oauthbearer
}
userdb static {
  fields {
    uid = ${dovecot.user.name}
    gid = ${dovecot.user.group}
    home = ${place.folder}/mail/%{user}
  }
  static_allow_all_users = yes
}
`;

const services = (ports: DovecotPorts): string => `service imap-login {
  chroot =
  inet_listener imap {
    port = ${ports.imap}
  }
  inet_listener imaps {
    port = ${ports.imaps}
    ssl = yes
  }
}
service anvil {
  chroot =
  # No waiting after wrong passwords: on this machine nobody guesses them.
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = ${ports.lmtp}
  }
}
`;
