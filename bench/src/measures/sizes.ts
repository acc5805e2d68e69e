import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { count, type Row } from './table.ts'

const built = (file: string) => new URL(`../../../${file}`, import.meta.url)

/** What a browser has to fetch, as built by `npm start`. */
export async function measureSizes(): Promise<Row[]> {
  const gzipped = async (file: string) => gzipSync(await readFile(built(file)), { level: 9 }).length
  const page = await readFile(built('web/dist/index.html'), 'utf8')
  const scripts = [...page.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map((match) => match[1])
  const sizes = await Promise.all(scripts.map((script) => gzipped(`web/dist/${script}`)))
  const dashboard = sizes.reduce((sum, size) => sum + size, 0)
  return [
    {
      what: 'tracker: page views, routes, goals, ids (core.js)',
      measured: `${count(await gzipped('tracker/dist/core.js'))} B`,
      floor: '1,200 B',
      aim: '1,000 B',
    },
    {
      what: 'tracker with everything (script.js)',
      measured: `${count(await gzipped('tracker/dist/script.js'))} B`,
      floor: '1,800 B',
      aim: '1,700 B',
    },
    {
      what: 'dashboard, script of the first load',
      measured: `${count(dashboard / 1000)} kB`,
      floor: '250 kB',
      aim: '180 kB',
    },
  ]
}
