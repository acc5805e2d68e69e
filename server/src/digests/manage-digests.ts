import type { AppDigest, DigestFrequency } from '@tributary/contract/app/digest.ts'
import type { MailLanguage } from '@tributary/contract/app/mail.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import { deleteDigests, listDigestsOf, saveDigest } from './digest-rows.ts'

interface Place {
  siteId: string
  accountId: string
}

/** A person's digest settings for a site; `undefined` when never set. */
export async function findDigest(
  { db }: ControlStore,
  place: Place,
): Promise<AppDigest | undefined> {
  const rows = await listDigestsOf(db, place)
  const [first] = rows
  if (first === undefined) return undefined
  return {
    frequencies: rows.map(({ frequency }) => frequency as DigestFrequency),
    language: first.language as MailLanguage,
    evenWhenEmpty: first.even_when_empty === 1,
  }
}

/** Replaces a person's digest settings for a site. Sent periods are not sent again. */
export async function changeDigest(
  store: ControlStore,
  { siteId, accountId }: Place,
  { frequencies, language, evenWhenEmpty }: AppDigest,
  nowMs: number,
): Promise<void> {
  await store.transaction(async (db) => {
    const known = await listDigestsOf(db, { siteId, accountId })
    for (const { frequency } of known) {
      if (frequencies.some((one) => one === frequency)) continue
      await deleteDigests(db, { siteId, accountId }, frequency)
    }
    for (const frequency of new Set(frequencies)) {
      await saveDigest(db, {
        site_id: siteId,
        account_id: accountId,
        frequency,
        language,
        even_when_empty: evenWhenEmpty ? 1 : 0,
        created_ms: Math.floor(nowMs),
        done_day: null,
      })
    }
  })
}
