/** Compares two texts as SQLite does. Rows that are looked up are sorted in code: see `listIdentities`. */
export const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
