import type { AppAuditEntry, AuditAction } from '@tributary/contract/app/audit.ts'
import { useState } from 'react'
import { useAudit } from '../../../api/account/audit.ts'
import { formatInstant } from '../../../format/date.ts'
import { formatLanguage } from '../../../format/language.ts'
import { formatCount } from '../../../format/number.ts'
import lines from '../../../parts/figures/lines.module.css'
import { Button } from '../../../parts/forms/button.tsx'
import { SelectField } from '../../../parts/forms/field.tsx'
import forms from '../../../parts/forms/form.module.css'
import { Failure } from '../../../parts/states/failure.tsx'
import { WaitingRows } from '../../../parts/states/waiting.tsx'
import { alertTexts } from '../../../texts/alerts.ts'
import { careTexts } from '../../../texts/care.ts'
import { settingsTexts } from '../../../texts/settings.ts'
import type { SectionProps } from '../section-props.ts'
import styles from './audit-log.module.css'

const words = careTexts.audit
/** The items of a list, in words; names and paths stay as they were entered. */
const wordsOfLists: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  panels: careTexts.sharing.panels,
  scopes: settingsTexts.scopeNames,
  watched: alertTexts.kinds,
}

const isAction = (name: string): name is AuditAction => Object.hasOwn(words.actions, name)

/** A site's part of the audit log. */
export function SiteAudit({ site }: SectionProps) {
  return <AuditLog siteId={site.id} />
}

/** The actions of people, keys and commands, the latest first; of the whole installation without a site. */
export function AuditLog({ siteId }: { siteId: string | undefined }) {
  const [action, setAction] = useState<AuditAction>()
  const audit = useAudit(siteId, action)
  const entries = audit.data?.pages.flatMap((page) => page.entries)
  const keptDays = audit.data?.pages[0]?.keptDays
  return (
    <div className={forms.form}>
      {keptDays !== undefined && (
        <p className={forms.hint}>{words.keptDays(formatCount(keptDays))}</p>
      )}
      <SelectField
        label={words.kind}
        value={action ?? ''}
        onChange={({ target: { value } }) => setAction(isAction(value) ? value : undefined)}
      >
        <option value="">{words.all}</option>
        {Object.entries(words.actions).map(([name, text]) => (
          <option key={name} value={name}>
            {text.replace(/:$/, '')}
          </option>
        ))}
      </SelectField>
      {audit.isPending && <WaitingRows count={6} figures={1} isFramed />}
      {audit.error && !entries && <Failure error={audit.error} retry={() => audit.refetch()} />}
      {entries?.length === 0 && <p className={forms.hint}>{words.none}</p>}
      {entries && entries.length > 0 && (
        <ol className={lines.lines}>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      {audit.hasNextPage && (
        <div>
          <Button busy={audit.isFetchingNextPage} onClick={() => audit.fetchNextPage()}>
            {audit.isFetchingNextPage ? words.loading : words.more}
          </Button>
        </div>
      )}
    </div>
  )
}

function Entry({ entry }: { entry: AppAuditEntry }) {
  const { at, action, actor, object, changes } = entry
  const what = words.actions[action] ?? action
  const changed = Object.entries(changes)
  return (
    <li className={styles.entry}>
      <p className={styles.summary}>
        <strong>{nameOf(actor)}</strong> {what} {object.name || object.id}
      </p>
      <time className={styles.time} dateTime={at}>
        {formatInstant(at)}
      </time>
      {changed.length > 0 && (
        <dl className={styles.changes}>
          {changed.map(([name, [was, is]]) => (
            <div key={name}>
              <dt>{words.fields[name] ?? name}</dt>
              <dd>
                {was !== null && (
                  <>
                    <span className="visually-hidden">{words.was} </span>
                    <del>{shown(name, was)}</del> <span aria-hidden="true">→</span>
                    <span className="visually-hidden"> {words.is} </span>{' '}
                  </>
                )}
                <ins>{shown(name, is)}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}

function nameOf({ kind, name }: AppAuditEntry['actor']): string {
  if (kind === 'account') return name
  if (kind === 'key') return words.key(name)
  return kind === 'command-line' ? words.commandLine : words.unidentified
}

/** Settings whose values are words of ours, not of the people who set them. */
const ownWords: readonly string[] = [
  ...['privacyMode', 'role', 'installationRole', 'way', 'sensitivity', 'apiToken'],
]

function shown(name: string, value: unknown): string {
  if (value === null) return name === 'retentionDays' ? words.forEver : words.nothing
  if (Array.isArray(value)) return value.map((one) => shown(name, one)).join(', ') || words.nothing
  if (typeof value === 'object') return JSON.stringify(value)
  const listed = wordsOfLists[name]?.[String(value)]
  if (listed !== undefined) return listed
  if (name === 'language') return formatLanguage(String(value))
  const isOwn = typeof value === 'boolean' || ownWords.includes(name)
  return (isOwn && words.values[String(value)]) || String(value)
}
