// Checks that the help pages match the product: names in their tables and words in their examples are those of the
// code.
import { globSync, readFileSync } from 'node:fs'
import { metrics } from '@tributary/contract/query.ts'
import { parseSync } from 'rolldown/utils'
import { describe, expect, it } from 'vitest'
import { blocksOf } from '../../sdk/test/read-examples.ts'
import { providers } from '../../server/src/payments/providers/list.ts'
import { stripeEventTypes } from '../../server/src/payments/providers/stripe-facts.ts'
import { stripeSubscriptionTypes } from '../../server/src/payments/providers/stripe-subscriptions.ts'
import { scenarios } from '../../server/src/test/webhooks/scenarios/list.ts'
import { webhookEvents } from '../../web/src/pages/settings/payments/webhook-events.ts'
import { paymentList } from '../../web/src/texts/en/payment-list.ts'
import { providerGuides } from '../../web/src/texts/en/provider-steps.ts'
import { root } from '../structure/imports.ts'

const read = (file: string) => readFileSync(root + file, 'utf8')
const guides = globSync('docs/{guide,payments}/*.md', { cwd: root })
const pages = ['README.md', ...globSync('docs/*.md', { cwd: root }), ...guides]

it('the metrics page defines every metric of the query API, and no other', () => {
  const defined = [...read('docs/guide/metrics.md').matchAll(/<br>`(\w+)`/g)].map(
    ([, name]) => name,
  )
  expect(defined.sort()).toEqual(Object.keys(metrics).sort())
})

describe('the page of the script', () => {
  const page = read('docs/tracker.md')
  const source = globSync('tracker/src/*.ts', { cwd: root }).map(read).join('\n')
  const attributes = [...page.matchAll(/^\| `data-([a-z-]+?)`/gm)].map(([, name = '']) => name)

  it('describes every attribute that the script reads, and no other', () => {
    const inCode = [
      ...source.matchAll(/settings\.(?!ts\b)(\w+)|'(\w+)' in settings|data\.(goal)\b/g),
    ].map(([, one, other, goal]) => kebab(one ?? other ?? goal ?? ''))
    const known = new Set([...inCode, 'goal-value'])
    expect([...new Set(attributes)].sort()).toEqual([...known].sort())
  })

  it('describes every command', () => {
    const object = /const commands[^{]*\{([\s\S]*?)\n\}/.exec(source)?.[1] ?? ''
    const commands = [...object.matchAll(/^ {2,4}(\w+):/gm)].map(([, name]) => name)
    expect(commands).toEqual(['goal', 'pageview', 'identify'])
    for (const name of commands) expect(page).toContain(`| \`tributary('${name}'`)
  })

  it('uses no attribute in an example that it does not describe', () => {
    const used = guides
      .concat('docs/tracker.md')
      .flatMap((file) => blocksOf(read(file), 'html'))
      .flatMap((block) => [...block.matchAll(/data-([a-z-]+)=/g)].map(([, name = '']) => name))
    const known = [...attributes, 'goal-plan']
    expect(used.length).toBeGreaterThan(5)
    expect(used.filter((name) => !known.includes(name))).toEqual([])
  })
})

describe('troubleshooting', () => {
  const page = read('docs/guide/troubleshooting.md')

  it('explains every reason for which a hit is dropped', () => {
    const type = /type DropReason =([\s\S]*?)\n\n/.exec(read('server/src/collect/drop-counters.ts'))
    const reasons = [...(type?.[1] ?? '').matchAll(/'([a-z-]+)'/g)].map(([, reason]) => reason)
    expect(reasons.length).toBeGreaterThan(8)
    expect(reasons.filter((reason) => !page.includes(`\`${reason}\``))).toEqual([])
  })

  it('explains every cause of an unlinked payment as the dashboard words it', () => {
    const causes = Object.values(paymentList.causes)
    expect(causes.length).toBeGreaterThan(8)
    expect(causes.filter((cause) => !page.includes(`| ${cause} |`))).toEqual([])
  })
})

describe.each(providers.map(({ name }) => name))('the page of %s', (name) => {
  const page = read(`docs/payments/${name}.md`)

  it('begins with how to connect it in the dashboard', () => {
    expect(page.split('\n## ')[1]).toMatch(/^Connect\n/)
    expect(page).toContain('*Settings → Payment providers → Connect a provider*')
    expect(read('docs/payments.md')).toContain(`(payments/${name}.md)`)
  })

  it('names the events that the dashboard names', () => {
    const steps = (providerGuides[name]?.steps ?? []).join(' ')
    const inSteps = steps.match(/\b[a-z]+[._][a-z_.]*[a-z]\b/g) ?? []
    const events = webhookEvents[name] ?? inSteps
    expect(events.filter((event) => !page.includes(event))).toEqual([])
  })
})

describe('the events to choose', () => {
  // `payment.captured` reports the same.
  const repeats = new Set(['razorpay order.paid', 'razorpay payment_link.paid'])
  const headers = { 'webhook-id': '1' }

  it.each([
    'chargebee',
    'creem',
    'dodopayments',
    'lemonsqueezy',
    'mollie',
    'paddle',
    'polar',
    'razorpay',
    'whop',
  ])('at %s include all that say something about money', (name) => {
    const provider = providers.find((one) => one.name === name)
    const steps = (providerGuides[name]?.steps ?? []).join(' ')
    const chosen = steps.match(/\b[a-z]+[._][a-z_.]*(?:[a-z]|\*)/g) ?? []
    const isChosen = (type: string) =>
      chosen.some((one) => one === type || (one.endsWith('*') && type.startsWith(one.slice(0, -1))))
    const types = scenarios
      .filter((scenario) => scenario.provider === name)
      .flatMap(({ delivered }) => delivered)
      .flatMap(({ body }) => {
        const delivery = { body: Buffer.from(JSON.stringify(body)), headers }
        const event = provider?.read(delivery)
        return event && provider?.translate(event, delivery).length ? [event.type] : []
      })
    expect(types.length).toBeGreaterThan(0)
    expect(types.filter((type) => !isChosen(type) && !repeats.has(`${name} ${type}`))).toEqual([])
  })
})

it('the list to copy into Stripe has every event that says something about money or subscriptions', () => {
  // Stripe sends `refund.updated` of each `charge.refund.updated`.
  const read = [...stripeEventTypes, ...stripeSubscriptionTypes].filter(
    (type) => type !== 'charge.refund.updated',
  )
  expect(webhookEvents.stripe?.toSorted()).toEqual([...new Set(read)].sort())
})

describe.each(pages)('%s', (file) => {
  const text = read(file)

  it('has code that can be parsed', () => {
    for (const language of ['js', 'ts', 'tsx']) {
      for (const code of blocksOf(text, language)) {
        expect(parseSync(`example.${language}`, code).errors, code).toEqual([])
      }
    }
    for (const script of blocksOf(text, 'html').flatMap(scriptsIn)) {
      expect(parseSync('example.js', script).errors, script).toEqual([])
    }
    for (const block of blocksOf(text, 'json')) expect(() => JSON.parse(block), block).not.toThrow()
  })

  it('names commands and options that exist', () => {
    const reference = read('docs/guide/cli.md')
    const lines = [...text.matchAll(/npm run (?:-s )?cli -- ([^\n`#<>]*)/g)].map(([, words = '']) =>
      words.split(' ').filter((word) => word !== ''),
    )
    const wrong = lines.filter(([first = '', second = '', ...rest]) => {
      const isKnown = [first, `${first} ${second}`].some((name) =>
        new RegExp(`^### \`${name}[ \`]`, 'm').test(reference),
      )
      const options = [second, ...rest].filter((word) => /^--[a-z]/.test(word) && word !== '--json')
      return (
        !isKnown ||
        options.some((option) => !new RegExp(`^\\* \`${option}[ \`]`, 'm').test(reference))
      )
    })
    expect(wrong).toEqual([])
  })
})

function scriptsIn(html: string): string[] {
  return [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code = '']) => code)
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
