import { Link } from '@tanstack/react-router'
import type { Site } from '../../api/site/sites.ts'
import { CodeBlock } from '../../parts/code-block.tsx'
import { buttonClass } from '../../parts/forms/button.tsx'
import { paymentCall, scriptTag } from '../../parts/snippets.ts'
import { installTexts } from '../../texts/install.ts'
import { texts } from '../../texts/texts.ts'
import styles from './empty-site.module.css'

/** A site without any visit: the two steps to the first figures. */
export function EmptySite({ site }: { site: Site }) {
  return (
    <section className={styles.empty} aria-labelledby="empty-title">
      <RiverSketch />
      <h1 id="empty-title">{texts.empty.title}</h1>
      <p className={styles.lead}>{texts.empty.lead}</p>
      <div className={styles.steps}>
        <div className={styles.step}>
          <h2>{texts.empty.script}</h2>
          <CodeBlock code={scriptTag(site.id)} label={texts.empty.script} />
          <Link
            to="/sites/$siteId/install"
            params={{ siteId: site.id }}
            className={buttonClass('primary')}
          >
            {texts.menu.install}
          </Link>
        </div>
        <div className={styles.step}>
          <h2>{texts.empty.payment}</h2>
          <p className={styles.lead}>{texts.empty.paymentLead}</p>
          <CodeBlock code={paymentCall(site.currency)} label={texts.empty.payment} />
          <Link
            to="/sites/$siteId/settings/$section"
            params={{ siteId: site.id, section: 'keys' }}
            className={buttonClass('plain')}
          >
            {installTexts.makeKey}
          </Link>
        </div>
      </div>
    </section>
  )
}

function RiverSketch() {
  return (
    <svg className={styles.sketch} viewBox="0 0 240 72" aria-hidden="true" focusable="false">
      <path d="M4 36c60 0 70 0 116 0s70 0 116 0" />
      <path d="M20 8c30 2 46 28 84 28" />
      <path d="M44 66c28-2 40-30 92-30" />
    </svg>
  )
}
