/** The caller: the owner of the API key. */
export interface Owner {
  readonly user_id: string;
  readonly key_id: string;
  readonly unlimited: boolean;
}
