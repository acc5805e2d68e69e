import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ratesXml, zipOf } from '../../../test/rates-server.ts'
import { readRates } from './read-rates.ts'
import { UnreadableRates } from './unreadable-rates.ts'

const span = { since: '2024-12-01', until: '2025-01-01' }
const read = (text: string | Buffer) => readRates(Buffer.from(text), span)
const xml = ratesXml({ '2024-12-31': { USD: '1.0389', JPY: '163.06' } })
const csv = 'Date,USD,JPY,CYP,\n2024-12-31,1.0389,163.06,N/A,\n'

describe('reading a file of rates', () => {
  it.each([
    ['the daily XML', xml],
    ['the daily CSV', 'Date, USD, JPY, \n31 December 2024, 1.0389, 163.06, \n'],
    ['the history as CSV', csv],
    ['the history as zipped CSV', zipOf(csv)],
    ['XML after a byte order mark', `\uFEFF${xml}`],
  ])('reads %s', async (_name, text) => {
    expect(await read(text)).toEqual({
      rates: [
        { day: '2024-12-31', currency: 'USD', perEur: '1.0389' },
        { day: '2024-12-31', currency: 'JPY', perEur: '163.06' },
      ],
      firstDay: '2024-12-31',
      lastDay: '2024-12-31',
    })
  })

  it('leaves out days that are not wanted, and currencies that are gone', async () => {
    const days = { '2024-12-31': { USD: '1.0389', LTL: '3.4528' }, '2024-11-29': { USD: '1.05' } }
    expect(await read(ratesXml(days))).toEqual({
      rates: [{ day: '2024-12-31', currency: 'USD', perEur: '1.0389' }],
      firstDay: '2024-11-29',
      lastDay: '2024-12-31',
    })
  })

  it.each([
    ['neither XML nor CSV', ''],
    ['not an Envelope', '<html>no rates today</html>'],
    ['neither XML nor CSV', 'day,USD\n2024-12-31,1'],
    ['holds no rates', ratesXml({})],
    ['holds no rates', ratesXml({ '2024-12-31': {} })],
    ['"2024-13-45" is not a day', 'Date,USD\n2024-13-45,1.1\n'],
    ['"2024-02-30" is not a day', 'Date,USD\n2024-02-30,1.1\n'],
    ['2025-01-02 is in the future', 'Date,USD\n2025-01-02,1.1\n'],
    ['cut off', 'Date,USD,JPY\n2024-12-31,1.1\n'],
    ['USD occurs twice', 'Date,USD,USD\n2024-12-31,1.1,1.2\n'],
    ['2024-12-31 occurs twice', 'Date,USD\n2024-12-31,1.1\n2024-12-31,1.1\n'],
    ['"-1.1" is not a rate', 'Date,USD\n2024-12-31,-1.1\n'],
    ['"0.00" is not a rate', 'Date,USD\n2024-12-31,0.00\n'],
    ['"1e3" is not a rate', 'Date,USD\n2024-12-31,1e3\n'],
    ['"EUR" is not a currency', 'Date,EUR\n2024-12-31,1\n'],
    ['"U$D" is not a currency', 'Date,U$D\n2024-12-31,1\n'],
    ['not plain XML', xml.slice(0, -30)],
    ['cut off', xml.replace('</gesmes:Envelope>', '')],
    ['not an Envelope', `${xml}<Envelope/>`],
    ['stray text', `${xml}more`],
    ['in the wrong place', xml.replace('</Cube>', '')],
    ['not plain XML', xml.replace("currency='USD'", 'currency=USD')],
    ['not plain XML', xml.replace('<Cube>', '<!DOCTYPE x [<!ENTITY e "1">]><Cube>')],
    ['not plain XML', xml.replace('1.0389', '&e;')],
    ['not plain XML', xml.replace('<Cube>', '<Cube><!-- -->')],
    ['nests too deep', xml.replace('<Cube>', '<Cube>'.repeat(9))],
    ['not text', Buffer.from([0x3c, 0xff])],
    ['not a zip archive', Buffer.from('PK\x05\x06 and no more')],
    ['not a zip archive', zipOf(csv).fill(0xff, 60, 70)],
    ['not a zip archive', zipOf(`Date\n${'\n'.repeat(25 * 2 ** 20)}`)],
  ])('refuses a file of which it says: %s', async (message, text) => {
    await expect(read(text)).rejects.toThrow(UnreadableRates)
    await expect(read(text)).rejects.toThrow(message)
  })

  it('takes any bytes for rates or for unreadable, in time that grows with their number', async () => {
    const parts = ['<Cube', ' time="2024-12-31"', '<', '>', '/', ' ', "'", '=', 'Date,', '\n', 'PK']
    const text = fc.array(fc.oneof(fc.constantFrom(...parts), fc.string()), { maxLength: 50 })
    const attempt = async (bytes: Buffer) => {
      try {
        return (await readRates(bytes, span)).lastDay
      } catch (err) {
        expect(err).toBeInstanceOf(UnreadableRates)
        return 'unreadable'
      }
    }
    const isAnswered = async (bytes: Buffer) => (await attempt(bytes)) !== ''
    await fc.assert(fc.asyncProperty(text, (all) => isAnswered(Buffer.from(all.join('')))))
    await fc.assert(fc.asyncProperty(fc.uint8Array(), (bytes) => isAnswered(Buffer.from(bytes))))
    // Were one of these read in quadratic time, it would take minutes.
    for (const much of ['<', ' ', '<a ', "<a b='", '<Cube', 'a='])
      expect(await attempt(Buffer.from(`<Envelope ${much.repeat(300_000)}`))).toBe('unreadable')
  })
})
