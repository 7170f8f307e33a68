/** Takes the words of these names from an address; what else it says is left out. */
export const words =
  <const Name extends string>(...names: readonly Name[]) =>
  (given: Readonly<Record<string, unknown>>): { readonly [Key in Name]?: string } => {
    const read: { [Key in Name]?: string } = {};
    for (const name of names) {
      const value = given[name];
      if (value !== undefined && value !== null && value !== '') read[name] = `${value}`;
    }
    return read;
  };
