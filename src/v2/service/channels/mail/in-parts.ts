/** An address as the mail library takes it whole: in a text it looks for names, groups and comments, and may find another address than is meant. */
export const inParts = (address: string): { readonly name: string; readonly address: string } => ({
  name: '',
  address,
});
