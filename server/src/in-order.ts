/** Compares two texts by their code units: as the databases do, except for rare characters. */
export const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
