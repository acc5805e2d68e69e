import type { KnownFact } from './known-fact.ts'

/** Facts about one payment, as far as their ids show. */
export interface FactGroup<Fact> {
  /** All ids of the provider in the facts. */
  aliases: string[]
  /** The stored payments that these ids belong to. If there are several, they turn out to be one. */
  owners: string[]
  facts: Fact[]
}

/** Groups facts that share an id of the provider, or whose ids have the same owner. Repeated facts count once. */
export function groupFacts<Fact extends KnownFact>(
  facts: readonly Fact[],
  ownerOf: ReadonlyMap<string, string>,
): FactGroup<Fact>[] {
  const groups = new Set<FactGroup<Fact>>()
  const byAlias = new Map<string, FactGroup<Fact>>()
  const byOwner = new Map<string, FactGroup<Fact>>()
  for (const fact of new Map(facts.map((one) => [one.key, one])).values()) {
    let group: FactGroup<Fact> = { aliases: [], owners: [], facts: [fact] }
    groups.add(group)
    const join = (
      names: Map<string, FactGroup<Fact>>,
      name: string,
      list: 'aliases' | 'owners',
    ) => {
      const other = names.get(name)
      if (other === group) return
      if (other === undefined) {
        group[list].push(name)
        names.set(name, group)
        return
      }
      groups.delete(group)
      for (const alias of group.aliases) byAlias.set(alias, other)
      for (const owner of group.owners) byOwner.set(owner, other)
      other.aliases.push(...group.aliases)
      other.owners.push(...group.owners)
      other.facts.push(...group.facts)
      group = other
    }
    for (const alias of fact.money.ids) {
      join(byAlias, alias, 'aliases')
      const owner = ownerOf.get(alias)
      if (owner !== undefined) join(byOwner, owner, 'owners')
    }
  }
  return [...groups]
}
