import { useState } from 'react'
import { CodeBlock } from '../../parts/code-block.tsx'
import { Tabs } from '../../parts/figures/tabs.tsx'
import {
  nextScriptTag,
  nuxtScriptTag,
  scriptLoader,
  wordPressScriptTag,
} from '../../parts/snippets.ts'
import { installTexts } from '../../texts/install.ts'
import styles from './install-page.module.css'

const words = installTexts
type Platform = keyof typeof words.platforms

// Everywhere else the one line is enough.
const snippets: Partial<Record<Platform, (siteId: string) => string>> = {
  next: nextScriptTag,
  vue: nuxtScriptTag,
  wordpress: wordPressScriptTag,
  tagManager: scriptLoader,
}

/** Where to put the script's line, by platform. */
export function Platforms({ siteId }: { siteId: string }) {
  const [platform, setPlatform] = useState<Platform>('html')
  const platforms = Object.keys(words.platforms) as Platform[]
  const { name, text } = words.platforms[platform]
  const snippet = snippets[platform]?.(siteId)
  return (
    <div>
      <Tabs
        label={words.where}
        options={platforms.map((id) => ({ name: id, words: words.platforms[id].name }))}
        chosen={platform}
        choose={setPlatform}
        look="box"
        panelClassName={styles.platform}
      >
        <p>{text}</p>
        {snippet && <CodeBlock code={snippet} label={name} />}
      </Tabs>
    </div>
  )
}
