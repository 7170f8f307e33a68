import { type Client, type ClientAddress, type ClientOptions, clientAt, clientOf } from './client-of.ts';
import { WHOLE_CONTRACT } from './whole-contract.ts';

export type { Carried, Client, ClientAddress, ClientOptions, Fetch } from './client-of.ts';

/** The engine's API from another program or a page. What it says is thrown as `ApiProblem`; that it cannot be reached, as `unreachable`. */
export const createClient = (options: ClientOptions): Client => clientOf(WHOLE_CONTRACT, options);

/** The same for an engine that is looked for before each call; what `find` throws, the call throws. */
export const createClientOf = (
  find: () => Promise<ClientAddress>,
  options: Omit<ClientOptions, keyof ClientAddress>,
): Client => clientAt(WHOLE_CONTRACT, find, options);
