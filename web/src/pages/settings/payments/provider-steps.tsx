import { CodeBlock } from '../../../parts/code-block.tsx'
import { providerGuides } from '../../../texts/provider-guides.ts'
import { providerTexts as words } from '../../../texts/providers.ts'
import styles from './payment-providers.module.css'
import { webhookEvents } from './webhook-events.ts'

/** What to do at the provider, in short, with a link to the details. */
export function ProviderSteps({ name, title }: { name: string; title: string }) {
  const guide = providerGuides[name]
  const events = webhookEvents[name]
  return (
    <div className={styles.steps}>
      <ol>
        {guide?.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
        <li>{words.idsStep}</li>
      </ol>
      {events && <CodeBlock code={events.join('\n')} label={words.events} />}
      {guide && (
        <>
          <a href={`/help/payments/${name}.html`} target="_blank" rel="noreferrer">
            {words.idsCode(title)}
          </a>
          <a href={guide.docs} target="_blank" rel="noreferrer">
            {words.providerDocs(title)}
          </a>
        </>
      )}
    </div>
  )
}
