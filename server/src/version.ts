import { readFileSync } from 'node:fs'

const { version: found } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { version: string }

/** This program's version, such as `0.1.0`. */
export const version = found
