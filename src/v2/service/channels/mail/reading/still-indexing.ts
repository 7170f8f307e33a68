/** The index does not reach far enough yet: the same call finds more a little later. */
export class StillIndexing extends Error {}
