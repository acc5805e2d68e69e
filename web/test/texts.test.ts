import { describe, expect, it } from 'vitest'
import * as accountDe from '../src/texts/de/account.ts'
import * as exploreDe from '../src/texts/de/explore.ts'
import * as exploreMoreDe from '../src/texts/de/explore-more.ts'
import { goals as goalsDe } from '../src/texts/de/goals.ts'
import { install as installDe } from '../src/texts/de/install.ts'
import { paymentList as listDe, receipt as receiptDe } from '../src/texts/de/payment-list.ts'
import { portability as portabilityDe } from '../src/texts/de/portability.ts'
import { providerGuides as guidesDe } from '../src/texts/de/provider-steps.ts'
import { providerTexts as providersDe } from '../src/texts/de/providers.ts'
import { reconciliation as reconciliationDe } from '../src/texts/de/reconciliation.ts'
import { settings as settingsDe } from '../src/texts/de/settings.ts'
import * as waysDe from '../src/texts/de/ways.ts'
import { de } from '../src/texts/de.ts'
import * as accountEn from '../src/texts/en/account.ts'
import * as exploreEn from '../src/texts/en/explore.ts'
import * as exploreMoreEn from '../src/texts/en/explore-more.ts'
import { goals as goalsEn } from '../src/texts/en/goals.ts'
import { install as installEn } from '../src/texts/en/install.ts'
import { paymentList as listEn, receipt as receiptEn } from '../src/texts/en/payment-list.ts'
import { portability as portabilityEn } from '../src/texts/en/portability.ts'
import { providerGuides as guidesEn } from '../src/texts/en/provider-steps.ts'
import { providerTexts as providersEn } from '../src/texts/en/providers.ts'
import { reconciliation as reconciliationEn } from '../src/texts/en/reconciliation.ts'
import { settings as settingsEn } from '../src/texts/en/settings.ts'
import * as waysEn from '../src/texts/en/ways.ts'
import { en } from '../src/texts/en.ts'
import * as accountEs from '../src/texts/es/account.ts'
import * as exploreEs from '../src/texts/es/explore.ts'
import * as exploreMoreEs from '../src/texts/es/explore-more.ts'
import { goals as goalsEs } from '../src/texts/es/goals.ts'
import { install as installEs } from '../src/texts/es/install.ts'
import { paymentList as listEs, receipt as receiptEs } from '../src/texts/es/payment-list.ts'
import { portability as portabilityEs } from '../src/texts/es/portability.ts'
import { providerGuides as guidesEs } from '../src/texts/es/provider-steps.ts'
import { providerTexts as providersEs } from '../src/texts/es/providers.ts'
import { reconciliation as reconciliationEs } from '../src/texts/es/reconciliation.ts'
import { settings as settingsEs } from '../src/texts/es/settings.ts'
import * as waysEs from '../src/texts/es/ways.ts'
import { es } from '../src/texts/es.ts'

/** What is the same everywhere: names, examples, addresses and flags. */
const sameEverywhere =
  /^(?:product|siteForm\.domainPlaceholder|guides\..*\.(?:docs|secretExample|hidesTestMode))$/

// What only some pages need is fetched with them, and to be said all the same.
const english = {
  ...en,
  own: { ...exploreEn, ...exploreMoreEn },
  providers: providersEn,
  ways: { ...accountEn, ...waysEn },
  guides: guidesEn,
  install: installEn,
  paymentList: listEn,
  receipt: receiptEn,
  portability: portabilityEn,
  settings: settingsEn,
  reconciliation: reconciliationEn,
  goalSettings: goalsEn,
}
const german = {
  ...de,
  own: { ...exploreDe, ...exploreMoreDe },
  providers: providersDe,
  ways: { ...accountDe, ...waysDe },
  guides: guidesDe,
  install: installDe,
  paymentList: listDe,
  receipt: receiptDe,
  portability: portabilityDe,
  settings: settingsDe,
  reconciliation: reconciliationDe,
  goalSettings: goalsDe,
}
const spanish = {
  ...es,
  own: { ...exploreEs, ...exploreMoreEs },
  providers: providersEs,
  ways: { ...accountEs, ...waysEs },
  guides: guidesEs,
  install: installEs,
  paymentList: listEs,
  receipt: receiptEs,
  portability: portabilityEs,
  settings: settingsEs,
  reconciliation: reconciliationEs,
  goalSettings: goalsEs,
}

describe('English', () => {
  it('has none of the words that other products do not use', () => {
    const odd = /\b(?:told|tells?|telling|nobody|whoever|hears?|puts? away)\b/i
    expect(sentencesOf(english).filter((sentence) => odd.test(sentence))).toEqual([])
  })

  it('calls the days that a report covers a period', () => {
    const other = /\b(?:dates?|days?|this|selected|custom|longer|long|show) ranges?\b/i
    expect(sentencesOf(english).filter((sentence) => other.test(sentence))).toEqual([])
  })
})

describe.each([
  ['German', german],
  ['Spanish', spanish],
])('%s', (_language, texts) => {
  it('says everything that English says', () => {
    const said = new Set(pathsOf(texts))
    const missing = pathsOf(english).filter((path) => !said.has(path))
    expect(missing.filter((path) => !sameEverywhere.test(path))).toEqual([])
  })

  it('says nothing that English does not', () => {
    const known = new Set(pathsOf(english))
    expect(pathsOf(texts).filter((path) => !known.has(path))).toEqual([])
  })
})

it.each([
  ['English', english],
  ['German', german],
  ['Spanish', spanish],
])('%s names a button for screen readers with the words that it shows', (_language, texts) => {
  expect(labelledOtherwise(texts)).toEqual([])
})

/** Of `remove` and `removeOf(name)`, the second is the whole name: who says aloud what is shown means it (WCAG 2.5.3). */
function labelledOtherwise(texts: object): string[] {
  const said = new Map<string, unknown>(Object.entries(texts))
  return [...said].flatMap(([name, text]) => {
    if (typeof text === 'object' && text !== null) return labelledOtherwise(text)
    const shown = said.get(name.replace(/Of$/, ''))
    if (typeof text !== 'function' || text.length !== 1 || typeof shown !== 'string') return []
    const whole = String(text('NAME'))
    return whole.toLowerCase().includes(shown.toLowerCase()) ? [] : [`${shown}: ${whole}`]
  })
}

function pathsOf(texts: object): string[] {
  return Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'object' && text !== null && !Array.isArray(text)
      ? pathsOf(text).map((path) => `${name}.${path}`)
      : [name],
  )
}

/** All texts; of those that are made of values, how they are made. */
function sentencesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'function') return [String(value)]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(sentencesOf)
}
