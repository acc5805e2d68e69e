import { aiAssistants } from '../data/ai-assistants.ts'
import { mailHosts } from '../data/mail-hosts.ts'
import { searchEngines } from '../data/search-engines.ts'
import { shoppingSites } from '../data/shopping-sites.ts'
import { socialNetworks } from '../data/social-networks.ts'
import type { SourceKind, SourceList } from '../data/source-list.ts'
import { videoSites } from '../data/video-sites.ts'
import { HostTable } from './host-table.ts'

/** A source in the lists in `data/`. */
export interface KnownSource {
  readonly source: string
  readonly kind: SourceKind
}

export const sourceLists: readonly SourceList[] = [
  aiAssistants,
  searchEngines,
  socialNetworks,
  videoSites,
  shoppingSites,
  mailHosts,
]

const byHost = new HostTable<KnownSource>()
const kindByName = new Map<string, SourceKind>()
const sourceByAlias = new Map<string, string>()

for (const { kind, sources } of sourceLists) {
  for (const [source, entries] of Object.entries(sources)) {
    kindByName.set(source, kind)
    for (const entry of entries.split(' ')) {
      if (entry.includes('.')) byHost.add(entry, { source, kind })
      else {
        kindByName.set(entry, kind)
        // The name of a newsletter is its author's choice.
        if (kind !== 'email') sourceByAlias.set(entry, source)
      }
    }
  }
}

/** The entry for a host (or Android package), lower-case. */
export function findSourceOfHost(host: string): KnownSource | undefined {
  return byHost.find(host)
}

/** The source that a written name means: `fb` is `facebook.com`. Undefined for names that the lists do not know. */
export function findSourceOfName(name: string): string | undefined {
  return sourceByAlias.get(name)
}

/** The kind of a source, by its name in reports or by the usual values of `utm_source`. */
export function kindOfSource(source: string): SourceKind | undefined {
  return kindByName.get(source)
}
