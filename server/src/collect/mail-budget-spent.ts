import type { MailLanguage } from '@tributary/contract/app/mail.ts'
import type { Kysely } from 'kysely'
import { listMemberRows, type MemberRow } from '../accounts/rows/member-rows.ts'
import { renderEmail } from '../mail/email.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { findSiteRow } from '../sites/site-rows.ts'
import type { Secrets } from '../store/control/secrets.ts'
import type { Database } from '../store/control/tables.ts'

/** Queues one e-mail a day to each owner and admin of a site whose hits are dropped from now on. */
export async function mailBudgetSpent(
  db: Kysely<Database>,
  { secrets, publicUrl }: { secrets: Secrets; publicUrl: string },
  { siteId, day, spentMs }: { siteId: string; day: number; spentMs: number },
): Promise<void> {
  const site = await findSiteRow(db, siteId)
  if (site === undefined) return
  const at = new Date(spentMs).toISOString().slice(11, 16)
  for (const { accountId, email, language: known } of await recipients(db, siteId)) {
    const language: MailLanguage = known === 'de' || known === 'es' ? known : 'en'
    const words = texts[language]
    const subject = words.subject(site.name)
    const message = renderEmail({
      subject: subject.slice(0, 150),
      language,
      parts: [
        { paragraph: words.what(site.name, at) },
        { paragraph: words.advice },
        { link: words.open, href: `${publicUrl}/sites/${encodeURIComponent(siteId)}` },
      ],
      footer: [words.why(site.name)],
    })
    const about = { to: email, purpose: 'budget', siteId } as const
    const headers = { 'Auto-Submitted': 'auto-generated' }
    const onceKey = `budget ${siteId} ${day} ${accountId}`
    await queueMail(db, secrets, { ...message, ...about, headers, onceKey }, spentMs)
  }
}

/** The site's own owners and admins; if it has none, the installation's owners. */
async function recipients(db: Kysely<Database>, siteId: string): Promise<MemberRow[]> {
  const members = (await listMemberRows(db, siteId)).filter(
    ({ role, isDisabled }) => role !== 'viewer' && !isDisabled,
  )
  const own = members.filter(({ isInstallationOwner }) => !isInstallationOwner)
  return own.length > 0 ? own : members
}

interface Words {
  subject(site: string): string
  what(site: string, at: string): string
  advice: string
  open: string
  why(site: string): string
}

const texts: Record<MailLanguage, Words> = {
  en: {
    subject: (site) => `${site} has reached its daily limit`,
    what: (site, at) =>
      `${site} reached its daily limit of hits at ${at} (UTC). New hits from browsers are dropped until midnight UTC.`,
    advice:
      'Check the report for unusual traffic. If the traffic is real, ask the operator of this server to raise SITE_DAILY_HITS and SITE_DAILY_MIB.',
    open: 'Open the report',
    why: (site) =>
      `You receive this e-mail because you manage ${site}. It is sent at most once a day.`,
  },
  de: {
    subject: (site) => `${site} hat das Tageslimit erreicht`,
    what: (site, at) =>
      `${site} hat um ${at} Uhr (UTC) das Tageslimit erreicht. Neue Aufrufe aus Browsern werden bis Mitternacht (UTC) verworfen.`,
    advice:
      'Prüfe im Bericht, ob der Traffic ungewöhnlich ist. Ist er echt, bitte den Betreiber dieses Servers, SITE_DAILY_HITS und SITE_DAILY_MIB zu erhöhen.',
    open: 'Bericht öffnen',
    why: (site) =>
      `Du bekommst diese E-Mail, weil du ${site} verwaltest. Sie kommt höchstens einmal am Tag.`,
  },
  es: {
    subject: (site) => `${site} alcanzó su límite diario`,
    what: (site, at) =>
      `${site} alcanzó su límite diario a las ${at} (UTC). Las visitas nuevas de navegadores se descartan hasta la medianoche UTC.`,
    advice:
      'Comprueba en el informe si el tráfico es inusual. Si es real, pide a quien administra este servidor que aumente SITE_DAILY_HITS y SITE_DAILY_MIB.',
    open: 'Abrir el informe',
    why: (site) =>
      `Recibes este correo porque administras ${site}. Se envía como máximo una vez al día.`,
  },
}
