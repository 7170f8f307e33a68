import { type Client, type ClientOptions, clientOf } from './client-of.ts';
import { WHOLE_CONTRACT } from './whole-contract.ts';

export type { Carried, Client, ClientOptions, Fetch } from './client-of.ts';

/** The engine's API from another program or a page. What it says is thrown as `ApiProblem`; that it cannot be reached, as `unreachable`. */
export const createClient = (options: ClientOptions): Client => clientOf(WHOLE_CONTRACT, options);
