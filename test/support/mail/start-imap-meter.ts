import { startImapProxy } from './start-imap-proxy.ts';

export interface ImapMeter {
  readonly port: number;
  /** Since the last `reset`: what the server sent, and of how many mails it sent headers, and texts. */
  readonly counts: { readonly bytes: number; readonly headers: number; readonly texts: number };
  reset(): void;
  close(): Promise<void>;
}

/** Between an IMAP client and a server on this machine: counts what mails are fetched. */
export async function startImapMeter(imapPort: number): Promise<ImapMeter> {
  const counts = { bytes: 0, headers: 0, texts: 0 };
  const { port, close } = await startImapProxy(imapPort, () => {
    let tail = '';
    return {
      answered(chunk) {
        counts.bytes += chunk.length;
        const lines = (tail + chunk.toString('latin1')).split('\r\n');
        tail = (lines.pop() ?? '').slice(-2000);
        for (const line of lines) {
          if (/^\* \d+ FETCH .*BODY\[HEADER/.test(line)) counts.headers++;
          if (/^\* \d+ FETCH .*BODY\[\]/.test(line)) counts.texts++;
        }
        return true;
      },
    };
  });
  return { port, counts, reset: () => Object.assign(counts, { bytes: 0, headers: 0, texts: 0 }), close };
}
