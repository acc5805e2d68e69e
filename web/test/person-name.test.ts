import { personName } from '@tributary/contract/person-name.ts'
import { describe, expect, it } from 'vitest'

describe('names of visitors', () => {
  // A visitor's name is the one thing that people remember of them: it may never change.
  it.each([
    ['v_5f3a9c', 'Floral Jackdaw'],
    ['ofwzg8izbmh9f5pzev3v', 'Cherry Hedgehog'],
    ['ana', 'Dawn Fox'],
    ['ben', 'Kind Falcon'],
  ])('call %j %s', (visitorId, name) => {
    expect(personName(visitorId)).toBe(name)
  })

  it('are shared by few', () => {
    const names = new Set(Array.from({ length: 1000 }, (_, index) => personName(`v-${index}`)))
    expect(names.size).toBeGreaterThan(960)
  })
})
