/** How texts are compared in searches: lowercase and without accents, so that `zoe` finds `Zoë`. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
