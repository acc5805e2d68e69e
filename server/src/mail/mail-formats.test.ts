import { expect, it } from 'vitest'
import { formatsOf } from './mail-formats.ts'

it('shows a change of ten times and more as a factor, a smaller one as a percentage', () => {
  const { relativeChange } = formatsOf('en', { currency: 'EUR', timezone: 'UTC' })
  expect([0.12, -0.5, 8.9, 9, 2631].map(relativeChange)).toEqual([
    ...['+12%', '-50%', '+890%', '×10', '×2,632'],
  ])
})
