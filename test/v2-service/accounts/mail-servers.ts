import { createServer, type Server, type Socket } from 'node:net';

export interface MailServers {
  readonly imap: { readonly host: string; readonly port: number; readonly secure: false };
  readonly smtp: { readonly host: string; readonly port: number; readonly secure: false };
  /** Sign-ins that reached a server, `imap ada@mail.test right`. */
  readonly seen: string[];
  close(): Promise<void>;
}

/** An IMAP and an SMTP server that know one password, and no more than signing in. */
export async function startMailServers(passwordOf: { imap: string; smtp: string }): Promise<MailServers> {
  const seen: string[] = [];
  const judge = (protocol: 'imap' | 'smtp', user: string, password: string) => {
    const right = password === passwordOf[protocol];
    seen.push(`${protocol} ${user} ${right ? 'right' : 'wrong'}`);
    return right;
  };
  const imap = serve('* OK [CAPABILITY IMAP4rev1] ready', (line, say) => {
    const [tag = '*', command = '', user = '', password = ''] = line.split(' ').map((word) => word.replace(/"/g, ''));
    switch (command.toUpperCase()) {
      case 'LOGIN':
        return say(judge('imap', user, password) ? `${tag} OK in` : `${tag} NO [AUTHENTICATIONFAILED] no`);
      case 'CAPABILITY':
        return say(`* CAPABILITY IMAP4rev1\r\n${tag} OK done`);
      case 'LOGOUT':
        return say(`* BYE\r\n${tag} OK bye`);
      default:
        return say(`${tag} OK done`);
    }
  });
  const smtp = serve('220 mail.test ready', (line, say) => {
    const [command = '', kind = '', plain = ''] = line.split(' ');
    if (command.toUpperCase() === 'EHLO') return say('250-mail.test\r\n250 AUTH PLAIN');
    if (command.toUpperCase() === 'AUTH' && kind === 'PLAIN') {
      const [, user = '', password = ''] = Buffer.from(plain, 'base64').toString().split('\0');
      return say(judge('smtp', user, password) ? '235 in' : '535 5.7.8 no');
    }
    return say(command.toUpperCase() === 'QUIT' ? '221 bye' : '250 ok');
  });
  return {
    imap: { host: '127.0.0.1', port: await imap.port, secure: false },
    smtp: { host: '127.0.0.1', port: await smtp.port, secure: false },
    seen,
    close: async () => {
      await Promise.all([imap.close(), smtp.close()]);
    },
  };
}

function serve(greeting: string, answer: (line: string, say: (text: string) => void) => void) {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    const say = (text: string) => socket.write(`${text}\r\n`);
    say(greeting);
    let rest = '';
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      const lines = (rest + data.toString()).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) answer(line, say);
    });
  });
  const port = new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  return {
    port,
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
