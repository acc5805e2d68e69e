/**
 * A table's entry under a name from outside, which may be any text: also `constructor`, which every object has
 * without being an entry.
 */
export function entryOf<Entry>(
  table: Readonly<Record<string, Entry>>,
  name: string | null,
): Entry | undefined {
  return name !== null && Object.hasOwn(table, name) ? table[name] : undefined
}
