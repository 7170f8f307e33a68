/** A column of a file, and the use that is made of it: a lead's field, `vars.<name>`, `do_not_contact`, or none. */
export interface Column {
  readonly header: string;
  readonly becomes: string | null;
}
