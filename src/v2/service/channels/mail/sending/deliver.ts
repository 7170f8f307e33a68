import { Readable } from 'node:stream';
import { cutText } from '../../../../../shared/kit/cut-text.ts';
import { MINUTE } from '../../../../../shared/kit/duration.ts';
import { isRecord } from '../../../../../shared/kit/is-record.ts';
import type { RawTransporter } from '../connections/raw-mail.ts';

export interface Envelope {
  readonly from: string;
  readonly to: readonly string[];
}

/** The end of a mail at the server, as far as this side can know it. */
export type Delivery =
  | { readonly status: 'accepted'; readonly reply: string }
  /** The server said no: the mail was not sent. `at`: to which command. */
  | {
      readonly status: 'refused';
      readonly at: 'MAIL' | 'RCPT' | 'DATA';
      readonly code: number;
      readonly reply: string;
      readonly recipient: string | null;
    }
  /** The conversation broke off before the final dot: the mail was not sent. */
  | { readonly status: 'not_sent'; readonly error: unknown }
  /** After the final dot no answer came: nobody knows. */
  | { readonly status: 'lost'; readonly error: unknown };

/** A conversation that has not come to the final dot by then is given up; one that has may take as long again to be answered. */
const PATIENCE = MINUTE;
const ANSWER_PATIENCE = 5 * MINUTE;

interface Gate {
  /** Resolves true: the final dot may be written. */
  readonly open: () => Promise<boolean>;
  state: 'closed' | 'opening' | 'open' | 'given up';
}

/**
 * Sends the bytes over the pooled transport. `handOver` is awaited when all of the body but its end has been read, so that no
 * final dot is written before it has said yes; it is asked at most once, whatever the pool repeats. A mail goes to all of its
 * recipients or to none: where the server refuses one of them, nothing is sent.
 */
export async function deliver(
  transport: Pick<RawTransporter, 'sendRaw'>,
  mail: { readonly raw: Buffer; readonly envelope: Envelope },
  handOver: () => Promise<boolean>,
): Promise<Delivery> {
  const gate: Gate = { open: handOver, state: 'closed' };
  const patience = new AbortController();
  const giveUp = () => {
    if (gate.state === 'closed') gate.state = 'given up';
    patience.abort();
  };
  let timer = setTimeout(() => {
    if (gate.state === 'closed') giveUp();
    else timer = setTimeout(giveUp, ANSWER_PATIENCE);
  }, PATIENCE);
  try {
    const sent = await transport.sendRaw({
      ...mail.envelope,
      read: (envelope) =>
        Readable.from(
          gated(mail.raw, gate, () => errorsIn(envelope)),
          { objectMode: false },
        ),
      signal: patience.signal,
    });
    return { status: 'accepted', reply: oneLine(String(sent.response ?? '')) };
  } catch (error) {
    return readFailure(error, gate);
  } finally {
    clearTimeout(timer);
  }
}

/** Read when the server has taken the envelope and asks for the body, never before. */
async function* gated(raw: Buffer, gate: Gate, rejected: () => readonly Refused[]) {
  const refused = worst(rejected());
  if (refused) throw Object.assign(new Error('a recipient was refused'), { rejectedErrors: [refused] });
  requireClosed(gate);
  yield raw;
  requireClosed(gate);
  gate.state = 'opening';
  if (!(await gate.open())) gate.state = 'given up';
  if (gate.state !== 'opening') throw new Error('the mail must no longer be sent');
  gate.state = 'open';
}

function requireClosed(gate: Gate): void {
  if (gate.state !== 'closed') throw new Error('the mail was handed over, or given up, before');
}

function readFailure(error: unknown, gate: Gate): Delivery {
  const code = replyCodeOf(error);
  if (gate.state === 'open') {
    // A server that answers the final dot with an error has not taken the mail (RFC 5321, 4.2.5).
    return code === null ? { status: 'lost', error } : refusedAt('DATA', error);
  }
  const refused = worst(errorsIn(error));
  if (refused) return refusedAt('RCPT', refused, refused.recipient);
  const command = error instanceof Error && 'command' in error ? error.command : null;
  if (command === 'MAIL FROM') return refusedAt('MAIL', error);
  return command === 'DATA' ? refusedAt('DATA', error) : { status: 'not_sent', error };
}

function refusedAt(at: 'MAIL' | 'RCPT' | 'DATA', error: unknown, recipient: string | null = null): Delivery {
  const code = replyCodeOf(error);
  // 421: the server is about to close, which says nothing of this mail.
  if (code === null || code === 421) return { status: 'not_sent', error };
  const reply = isRecord(error) && 'response' in error ? oneLine(String(error.response)) : '';
  return { status: 'refused', at, code, reply, recipient };
}

/** As nodemailer notes it of a recipient. */
interface Refused {
  readonly recipient: string;
  readonly responseCode?: number;
  readonly response?: string;
}

function errorsIn(value: unknown): readonly Refused[] {
  return isRecord(value) && Array.isArray(value.rejectedErrors) ? value.rejectedErrors : [];
}

/** One refused for good weighs more than those that may be tried again. */
const worst = (refused: readonly Refused[]): Refused | undefined =>
  refused.find(({ responseCode = 0 }) => responseCode >= 500) ?? refused[0];

function replyCodeOf(error: unknown): number | null {
  return isRecord(error) && typeof error.responseCode === 'number' ? error.responseCode : null;
}

const oneLine = (text: string): string => cutText(text.replace(/\s+/g, ' ').trim(), 500);
