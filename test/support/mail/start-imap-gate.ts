import { startImapProxy } from './start-imap-proxy.ts';

/** Between an IMAP client and a server on this machine, to be shut. */
export interface ImapGate {
  readonly port: number;
  /** Shut: connections are cut, and none is made. */
  shut: boolean;
  /** The next answer to this command is kept back, and the connection cut in its place: the server did what it was asked. */
  cutAfter(command: string): void;
  close(): Promise<void>;
}

export async function startImapGate(imapPort: number): Promise<ImapGate> {
  let shut = false;
  let command: string | null = null;
  const proxy = await startImapProxy(imapPort, (client) => {
    if (shut) client.destroy();
    /** The tag of the command whose answer is kept back. */
    let tag: string | null = null;
    return {
      asked(chunk) {
        if (command === null) return;
        const found = new RegExp(`^(\\S+) ${command}\\b`, 'im').exec(chunk.toString('latin1'));
        if (!found) return;
        tag = found[1] ?? null;
        command = null;
      },
      answered: (chunk) =>
        tag === null ||
        !chunk
          .toString('latin1')
          .split('\r\n')
          .some((line) => line.startsWith(`${tag} `)),
    };
  });
  return {
    port: proxy.port,
    get shut() {
      return shut;
    },
    set shut(now) {
      shut = now;
      if (shut) proxy.cutAll();
    },
    cutAfter(name) {
      command = name;
    },
    close: proxy.close,
  };
}
