import type { FastifyInstance } from 'fastify';
import type { ComputationKind, Computations } from './compute.ts';
import { type ComputerLimits, createComputer } from './create-computer.ts';
import { type Exchange, goneOf } from './gone-of.ts';

/** Computes for whoever asks, and no longer than they wait; throws what `Computer.compute` throws. */
export type ComputeFor = <Kind extends ComputationKind>(
  exchange: Exchange,
  kind: Kind,
  asked: Computations[Kind]['asked'],
) => Promise<Computations[Kind]['answer']>;

export function computeFor(app: FastifyInstance, limits: Partial<ComputerLimits> = {}): ComputeFor {
  const computer = createComputer(limits);
  app.addHook('onClose', () => computer.close());
  return (exchange, kind, asked) => computer.compute(kind, asked, { key: whoAsks(exchange), gone: goneOf(exchange) });
}

/** A key each, and each user with all of their browsers. */
const whoAsks = ({ request: { caller } }: Exchange): string =>
  (caller?.session_id === null ? null : caller?.user?.id) ?? caller?.key?.id ?? '';
