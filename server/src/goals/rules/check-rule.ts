import type { NewGoalRule } from '@tributary/contract/app/goal-rules.ts'
import { AppError } from '../../errors.ts'
import { linkGoals } from './derive-goals.ts'

/** Sent by the tracker for every link: a goal of that name could not be distinguished from those. */
const taken: readonly string[] = Object.values(linkGoals)

/** A rule as it is stored: its name trimmed, its pattern in the form that hits are compared with. */
export function checkRule({ goal: given, kind, pattern: text }: NewGoalRule): NewGoalRule {
  const goal = given.trim()
  if (taken.includes(goal)) throw invalid(`goal must not be ${goal}, which the script records`)
  const pattern = patternOf(kind, text.trim())
  if (pattern.length > 300) throw invalid('pattern must be at most 300 characters')
  return { goal, kind, pattern }
}

function patternOf(kind: NewGoalRule['kind'], text: string): string {
  switch (kind) {
    case 'page':
      return pagePattern(text)
    case 'link':
    case 'download':
      return linkPattern(kind, text)
    case 'form':
      // Goes into a CSS selector, in quotation marks.
      if (!/^#?[^\s"\\]+$/.test(text)) throw invalid('pattern must be the id of a form')
      return text.replace(/^#/, '')
    case 'selector':
      return text
  }
}

/** A path. People also paste the page's address. */
function pagePattern(text: string): string {
  const path = text.replace(/^https?:\/\/[^/?#]*/, '').replace(/[?#](?!\/).*$/s, '')
  return /^[/*]/.test(path) ? path : `/${path}`
}

/**
 * Host and path of an address, without the scheme. A host alone matches all of its pages, a file name matches it in
 * any folder.
 */
function linkPattern(kind: keyof typeof linkGoals, text: string): string {
  const address = text.replace(/^https?:\/\//i, '').replace(/[?#].*$/s, '')
  if (address.startsWith('/')) return `*${address}`
  const [host = '', ...path] = address.split('/')
  if (path.length > 0) return [host.toLowerCase(), ...path].join('/')
  return kind === 'download' ? `*/${address}` : `${host.toLowerCase()}/*`
}

function invalid(problem: string): AppError {
  return new AppError('invalid', problem)
}
