import styles from './code-block.module.css'
import { CopyButton } from './copy-button.tsx'

/** Code to take away, with its copy button. */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <figure className={styles.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable by keyboard */}
      <section className={styles.code} tabIndex={0} aria-label={label}>
        <pre>
          <code>{code}</code>
        </pre>
      </section>
      <div className={styles.copy}>
        <CopyButton text={code} />
      </div>
    </figure>
  )
}
