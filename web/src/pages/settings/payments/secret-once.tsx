import { CodeBlock } from '../../../parts/code-block.tsx'
import lines from '../../../parts/figures/lines.module.css'
import { providerTexts as words } from '../../../texts/providers.ts'
import styles from './payment-providers.module.css'

/** A secret that was created here, the only time that it can be copied. */
export function SecretOnce({ secret }: { secret: string }) {
  return (
    <div className={styles.made}>
      <h3>{words.secretMade}</h3>
      <CodeBlock code={secret} label={words.secretMade} />
      <p className={lines.facts}>{words.secretMadeHint}</p>
    </div>
  )
}
