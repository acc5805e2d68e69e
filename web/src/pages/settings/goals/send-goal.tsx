import { Link } from '@tanstack/react-router'
import { CodeBlock } from '../../../parts/code-block.tsx'
import { goalAttribute, goalCall, goalCommand } from '../../../parts/snippets.ts'
import { goalTexts as words } from '../../../texts/goals.ts'
import parts from '../alerts/alerts.module.css'

/** How a page and a server report that a goal was reached. */
export function SendGoal({ siteId }: { siteId: string }) {
  return (
    <div className={parts.part}>
      <div>
        <h3>{words.send}</h3>
        <p className={parts.lead}>{words.sendLead}</p>
      </div>
      <div className={parts.part}>
        <p>{words.fromPage}</p>
        <CodeBlock code={goalAttribute} label={words.fromPage} />
        <p>{words.fromScript}</p>
        <CodeBlock code={goalCommand} label={words.fromScript} />
        <p>
          {words.fromServer}{' '}
          <Link to="/sites/$siteId/settings/$section" params={{ siteId, section: 'keys' }}>
            {words.toKeys}
          </Link>
        </p>
        <CodeBlock code={goalCall()} label={words.fromServer} />
      </div>
    </div>
  )
}
