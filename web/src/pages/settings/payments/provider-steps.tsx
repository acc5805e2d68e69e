import { providerGuides } from '../../../texts/provider-guides.ts'
import { providerTexts as words } from '../../../texts/providers.ts'
import styles from './payment-providers.module.css'

/** What to do at the provider, in short, with a link to the details. */
export function ProviderSteps({ name, title }: { name: string; title: string }) {
  const guide = providerGuides[name]
  return (
    <div className={styles.steps}>
      <ol>
        {guide?.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
        <li>{words.idsStep}</li>
      </ol>
      {guide && (
        <a href={guide.docs} target="_blank" rel="noreferrer">
          {words.providerDocs(title)}
        </a>
      )}
    </div>
  )
}
