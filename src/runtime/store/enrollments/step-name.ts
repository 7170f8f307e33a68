/** A step by its id where all of it is about one sequence, else with the sequence that it is of: ids repeat among sequences. */
export const stepName = (about: string | null, sequence: string | null, node: string): string =>
  sequence === about || sequence === null ? node : `${sequence}/${node}`;
