import styles from './code-block.module.css'
import { CopyButton } from './forms/copy-button.tsx'

/** Code to copy, with its copy button. */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <figure className={styles.block} aria-label={label}>
      <pre className={styles.code}>
        <code>{code}</code>
      </pre>
      <div className={styles.copy}>
        <CopyButton text={code} />
      </div>
    </figure>
  )
}
