/** A text as the editor has it, where every line ends alike: one that comes from elsewhere may have the line ends of Windows. */
export const toLines = (text: string): string => text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
