import { CodedError } from '../../../shared/kit/coded-error.ts';
import { isFree } from '../free-port.ts';

/** Says clearly that the port is taken, before anything else is started. Port 0 is any free one. */
export async function requireFreePort(variable: string, port: number): Promise<void> {
  if (port === 0 || (await isFree(port))) return;
  throw new CodedError('port_in_use', `Port ${port} is in use by another program.`, {
    fix: `Stop that program, or choose another port with --port or ${variable}.`,
  });
}
