import { Tabs } from '@base-ui/react/tabs'
import { CodeBlock } from '../../parts/code-block.tsx'
import {
  nextScriptTag,
  nuxtScriptTag,
  scriptLoader,
  wordPressScriptTag,
} from '../../parts/snippets.ts'
import { texts } from '../../texts/texts.ts'
import styles from './install-page.module.css'

const words = texts.install
type Platform = keyof typeof words.platforms

// Everywhere else the one line is all there is.
const snippets: Partial<Record<Platform, (siteId: string) => string>> = {
  next: nextScriptTag,
  vue: nuxtScriptTag,
  wordpress: wordPressScriptTag,
  tagManager: scriptLoader,
}

/** Where the script's line goes, by what a site is made with. */
export function Platforms({ siteId }: { siteId: string }) {
  const platforms = Object.keys(words.platforms) as Platform[]
  return (
    <Tabs.Root defaultValue="html">
      <Tabs.List className={styles.tabs} aria-label={words.where}>
        {platforms.map((id) => (
          <Tabs.Tab key={id} value={id} className={styles.tab}>
            {words.platforms[id].name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {platforms.map((id) => {
        const { name, text } = words.platforms[id]
        const snippet = snippets[id]?.(siteId)
        return (
          <Tabs.Panel key={id} value={id} className={styles.platform}>
            <p>{text}</p>
            {snippet && <CodeBlock code={snippet} label={name} />}
          </Tabs.Panel>
        )
      })}
    </Tabs.Root>
  )
}
