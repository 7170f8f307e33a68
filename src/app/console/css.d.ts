/** Class names by the words of the file; Vite makes them unique. */
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  // biome-ignore lint/style/noDefaultExport: that is how Vite gives them.
  export default classes;
}
declare module '*.css';

interface ImportMeta {
  /** Vite's way to the files that fit a pattern, each loaded when it is asked for. */
  glob<Content>(
    pattern: string,
    options: { readonly query: string; readonly import: string },
  ): Readonly<Record<string, () => Promise<Content>>>;
}
