export const VIEWS = [
  { view: 'text', title: 'Text' },
  { view: 'graph', title: 'Graph' },
  { view: 'form', title: 'Form' },
  { view: 'texts', title: 'Texts' },
  { view: 'tests', title: 'Tests' },
  { view: 'simulation', title: 'Simulation' },
  { view: 'versions', title: 'Versions' },
] as const;

export type View = (typeof VIEWS)[number]['view'];

/** On a wide page the text is always there, and the graph is what stands beside it at first. */
export const viewOf = (given: string | undefined): View => VIEWS.find(({ view }) => view === given)?.view ?? 'text';
