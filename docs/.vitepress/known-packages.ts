import type { DefaultTheme, UserConfig } from 'vitepress'
import { helpPackages } from '../../scripts/docs/help-packages.ts'

type Plugin = NonNullable<NonNullable<UserConfig<DefaultTheme.Config>['vite']>['plugins']>[number]

/** Fails the build when the site's files hold code of a package whose licence would not be listed. */
export function knownPackages(): Plugin {
  return {
    name: 'known-packages',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? Object.keys(file.modules) : [],
      )
      const names = modules.flatMap(
        (id) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.slice(1) ?? [],
      )
      const unknown = [...new Set(names)].filter((name) => !helpPackages.includes(name))
      if (unknown.length > 0)
        this.error(`not in scripts/docs/help-packages.ts: ${unknown.join(', ')}`)
    },
  }
}
