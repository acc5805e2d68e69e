import { describe, expect, it } from 'vitest'
import { SharedMemory } from './share-memory.ts'

const memory = () =>
  new SharedMemory<{ size: number }>({
    most: 100,
    mostOfOne: 60,
    sizeOf: ({ size }) => size,
    keptMs: 60_000,
  })

describe('what is remembered', () => {
  it('may be of one site alone', () => {
    const all = memory()
    for (let at = 0; at < 10; at++) all.set('one', `${at}`, { size: 10 })
    expect(all.get('one', '0')).toEqual({ size: 10 })
  })

  it('of a site is not driven out by what another is asked', () => {
    const all = memory()
    all.set('quiet', 'headline', { size: 10 })
    all.set('quiet', 'pages', { size: 30 })
    for (let at = 0; at < 50; at++) all.set('busy', `${at}`, { size: 7 })
    expect(all.get('quiet', 'headline')).toEqual({ size: 10 })
    expect(all.get('quiet', 'pages')).toEqual({ size: 30 })
    expect(all.get('busy', '49')).toEqual({ size: 7 })
    expect(all.get('busy', '41')).toBeUndefined()
  })

  it('of the site that takes the most goes first, what it used the longest ago', () => {
    const all = memory()
    for (const key of ['old', 'used', 'new']) all.set('large', key, { size: 30 })
    all.get('large', 'old')
    all.set('small', 'first', { size: 20 })
    expect(all.get('large', 'used')).toBeUndefined()
    expect(all.get('large', 'old')).toEqual({ size: 30 })
    all.set('third', 'first', { size: 40 })
    expect(all.get('small', 'first')).toEqual({ size: 20 })
    expect(all.get('third', 'first')).toEqual({ size: 40 })
    expect([all.get('large', 'old'), all.get('large', 'new')]).toEqual([{ size: 30 }, undefined])
  })

  it('is measured again when it is set again', () => {
    const all = memory()
    const growing = { size: 10 }
    all.set('one', 'growing', growing)
    growing.size = 60
    all.set('one', 'growing', growing)
    all.set('other', 'first', { size: 50 })
    expect([all.get('one', 'growing'), all.get('other', 'first')]).toEqual([
      undefined,
      { size: 50 },
    ])
  })

  it('is of one site what was asked of that site', () => {
    const all = memory()
    all.set('one', 'headline', { size: 1 })
    expect(all.get('other', 'headline')).toBeUndefined()
  })

  it('is nothing that would take the room of most others', () => {
    const all = memory()
    all.set('small', 'first', { size: 50 })
    all.set('large', 'first', { size: 61 })
    expect(all.get('large', 'first')).toBeUndefined()
    expect(all.get('small', 'first')).toEqual({ size: 50 })
  })
})
