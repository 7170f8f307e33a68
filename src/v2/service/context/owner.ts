/** Who calls: the owner of the key. */
export interface Owner {
  readonly user_id: string;
  readonly key_id: string;
  readonly unlimited: boolean;
}
