import { fieldsOf, textOf } from '../../providers/wire/fields.ts'
import { ApiRefusal, askedErrorOf } from '../ask-api.ts'
import { KeyProblem } from '../provider-api.ts'
import type { LemonClient } from './lemon-client.ts'
import { lemonLists } from './lemon-lists.ts'

/** The page of Lemon Squeezy's dashboard where API keys are made. */
export const lemonKeyPage = 'https://app.lemonsqueezy.com/settings/api'

const storesPage = 'https://app.lemonsqueezy.com/settings/stores'
const remedy = `Make an API key in live mode at ${lemonKeyPage}; the store’s ID is on ${storesPage}, without the #.`

/** Throws unless the key is one of live mode and may read the store. */
export async function checkLemonKey(client: LemonClient): Promise<void> {
  if (!/^\d{1,12}$/.test(client.storeId)) {
    throw new KeyProblem(`The store’s ID has digits only, such as 12345. ${remedy}`)
  }
  const asked = <T>(what: string, answer: Promise<T>) =>
    answer.catch((error: unknown) => {
      throw problemOf(error, what)
    })
  const { meta } = await asked('this key', client.one('/users/me'))
  if (meta.test_mode === true) {
    throw new KeyProblem(`This is a key of test mode, whose payments never count. ${remedy}`)
  }
  const stores = await asked('stores', client.list('/stores', { 'page[size]': 100 }))
  if (!stores.data.some(({ id }) => textOf(id) === client.storeId)) {
    const names = stores.data.map(({ id, attributes }) => `${fieldsOf(attributes).name} (${id})`)
    const has = names.length === 0 ? 'no store' : names.slice(0, 10).join(', ')
    throw new KeyProblem(`This key cannot read the store ${client.storeId}, but ${has}. ${remedy}`)
  }
  for (const { name } of lemonLists) {
    const query = { 'filter[store_id]': client.storeId, 'page[size]': 1 }
    await asked(name, client.list(`/${name}`, query))
  }
}

function problemOf(error: unknown, what: string): Error {
  const status = error instanceof ApiRefusal ? error.status : 0
  if (status !== 401 && status !== 403) return askedErrorOf(error, what)
  return new KeyProblem(
    status === 401
      ? `Lemon Squeezy does not accept this key: it was deleted, has expired or was mistyped. ${remedy}`
      : `This key may not read ${what}. ${remedy}`,
  )
}
