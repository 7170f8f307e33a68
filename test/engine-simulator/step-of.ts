/** A step's key, without what tells its generations and its first read apart. */
export const stepOf = (key: string | null): string =>
  (key ?? '').replace(/\/(?:find|latest_post)$/, '').replace(/~\d+$/, '');
