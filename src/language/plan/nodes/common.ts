/** A node's id: stable, derived from its place in the sequence or given by `id:`. Unique in its plan. */
export type NodeId = string;

/** The reaction to a step that ends in an error: `on_error` of the sequence language. */
export type OnError =
  | { readonly do: 'stop' }
  | { readonly do: 'continue' }
  | { readonly do: 'retry'; readonly times: number };

export interface NodeBase {
  readonly id: NodeId;
  /** The node to which the walk goes after this one; every path reaches an `end` node, so there is always one. */
  readonly next: NodeId;
  /**
   * The node to which the walk goes when the step was skipped, or failed and is passed over: past its own `then`. Absent:
   * `next`.
   */
  readonly past?: NodeId;
  /** CEL over `lead`, `vars`, `state`; false skips the step and goes to `next`. */
  readonly condition?: string;
  readonly on_error: OnError;
}

/** A step with an `else` branch: taken when the step is not possible. */
export interface WithElse {
  readonly else?: NodeId;
}

/** A step that reaches the lead: with `review` it waits for a person's approval of the very text. */
export interface WithReview {
  readonly review?: true;
}

/** A file or recording that goes along; each text is a template. Exactly one of `link`, `path`, `data` is there. */
export interface MediaItem {
  /** An `http(s)` address. */
  readonly link?: string;
  /** A path below the V2 service's media folder. */
  readonly path?: string;
  /** Base64. */
  readonly data?: string;
  readonly name?: string;
}
