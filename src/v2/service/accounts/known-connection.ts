/** A connection of an account, as lists show it. */
export interface Connection {
  readonly name: string;
  readonly job_title: string;
  readonly profile_url: string;
  readonly profile_picture: string;
  /** Virtual time, epoch ms. */
  readonly connected_at: number;
}

/** A connection together with the key by which the stored copy finds it again. */
export interface KnownConnection extends Connection {
  readonly member_urn: string;
}
