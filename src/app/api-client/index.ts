/** The module that other programs import as `overture/client`. */

export type { EngineEvent } from '../api-contract/engine-events.ts';
export { ApiProblem } from './api-problem.ts';
export type { AskedOf, CallOptions, ItemOf, ListName, ResultOf, SentFile } from './asked.ts';
export { type Client, type ClientOptions, createClient, type Fetch } from './create-client.ts';
