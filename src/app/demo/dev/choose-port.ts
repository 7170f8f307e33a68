import { CodedError } from '../../../shared/kit/coded-error.ts';
import { freePort, takePort } from '../../main/free-port.ts';
import { waitUntil } from '../../main/wait-until.ts';

/**
 * The asked port, or the usual one. A port in use may be a role of an earlier start that is just ending, so it gets a moment;
 * then an asked port is an error, and the usual one gives way to a free one.
 */
export async function choosePort(
  variable: string,
  asked: number | undefined,
  usual: number,
  notice: (line: string) => void,
): Promise<number> {
  const wanted = asked ?? usual;
  if (wanted === 0) return freePort(0);
  if (await waitUntil(() => takePort(wanted), { timeout: 5_000, every: 200 })) return wanted;
  if (asked !== undefined) {
    throw new CodedError('port_in_use', `Port ${asked} (${variable}) is in use by another program.`, {
      fix: `Stop that program, or set ${variable} to a free port.`,
    });
  }
  const other = await freePort(0);
  notice(`port ${usual} is in use, so this runs on ${other}; set ${variable} to choose one`);
  return other;
}
