import type { DigestFrequency } from '@tributary/contract/app/digest.ts'
import type { MailLanguage } from '@tributary/contract/app/mail.ts'
import { brandName, sources as sourceBrands } from '@tributary/contract/brands.ts'
import { type EmailPart, renderEmail } from '../mail/email.ts'
import { formatsOf, type MailFormats } from '../mail/mail-formats.ts'
import type { MailContent } from '../mail/mailer.ts'
import type { Site } from '../site.ts'
import type { DigestPeriod } from './digest-period.ts'
import { type DigestTexts, digestTexts } from './digest-texts.ts'
import type { DigestFigure, DigestFigures } from './gather-digest.ts'

interface DigestEmail {
  site: Pick<Site, 'id' | 'name' | 'timezone' | 'currency'>
  frequency: DigestFrequency
  language: MailLanguage
  period: DigestPeriod
  figures: DigestFigures
  publicUrl: string
  /** The one-click unsubscribe address. */
  unsubscribeUrl: string
}

/** A digest in a person's language. Mail programs show one-click unsubscribe next to the sender (RFC 8058). */
export function writeDigest(digest: DigestEmail): MailContent {
  const { site, frequency, language, period, figures, publicUrl, unsubscribeUrl } = digest
  const words = digestTexts[language]
  const formats = formatsOf(language, site)
  const days = formats.days(period.first, period.last)
  const dashboard = `${publicUrl}/sites/${encodeURIComponent(site.id)}`
  const message = renderEmail({
    subject: words.subject[frequency](site.name, formats.money(figures.revenue.value)),
    language,
    parts: [
      { paragraph: figures.isEmpty ? `${days}. ${words.empty}` : words.period(days) },
      ...(figures.isEmpty ? [] : partsOf(figures, words, formats)),
      { link: words.open, href: dashboard },
    ],
    footer: [words.why(site.name)],
    footerLink: { link: words.unsubscribe, href: unsubscribeUrl },
  })
  return {
    ...message,
    headers: {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
  }
}

function partsOf(
  { visitors, revenue, takeHome, conversionRate, sources, largest }: DigestFigures,
  words: DigestTexts,
  { money, count, percent, relativeChange, day }: MailFormats,
): EmailPart[] {
  const note = ({ change }: DigestFigure) =>
    change === null ? words.noComparison : words.change(relativeChange(change))
  return [
    {
      rows: [
        [words.visitors, count(visitors.value), note(visitors)],
        [words.revenue, money(revenue.value), note(revenue)],
        ...(takeHome === undefined
          ? []
          : [
              [
                words.takeHome,
                money(takeHome.value),
                words.feesKnown(percent(shownShare(takeHome.feesKnown))),
              ] as const,
            ]),
        [words.conversionRate, percent(conversionRate.value), note(conversionRate)],
      ],
    },
    ...(sources.length === 0
      ? []
      : [
          { heading: words.sources },
          {
            rows: sources.map(
              (row) =>
                [
                  sourceName(row.source, words),
                  money(row.revenue),
                  row.source === undefined
                    ? words.notLinkedNote
                    : words.sourceVisitors(count(row.visitors)),
                ] as const,
            ),
          },
        ]),
    ...(largest.length === 0
      ? []
      : [
          { heading: words.largest },
          {
            rows: largest.map(
              (payment) => [payment.product, money(payment.amount), day(payment.day)] as const,
            ),
          },
        ]),
  ]
}

/** Rounded to the whole, or to nothing, it would not be true. */
const shownShare = (share: number) => (share < 1 ? Math.min(Math.max(share, 0.001), 0.999) : 1)

/** A source's display name, as in the dashboard. */
function sourceName(source: string | undefined, words: DigestTexts): string {
  if (source === undefined) return words.notLinked
  return source === 'Direct' ? words.direct : brandName(sourceBrands, source)
}
