/** The text of `--encoding` in the help of every command that reads a CSV file. */
export const ENCODING_OPTION = 'of the file, such as windows-1252 (default: what it is found to be)';
