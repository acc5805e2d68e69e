import Type, { type TArray } from 'typebox'
import { isAddressRange } from '../address-range.ts'
import { parseMemory } from '../process/memory.ts'

// Types of the values of environment variables. Each description completes a message: "PORT must be …".

export const flag = Type.Boolean({ description: 'must be true or false' })

export const whole = (minimum: number, maximum: number) =>
  Type.Integer({
    ...{ minimum, maximum },
    description: `must be a whole number from ${minimum} to ${maximum}`,
  })

export const oneOf = <Values extends string[]>(values: readonly [...Values]) =>
  Type.Enum(values, { description: `must be one of ${values.join(', ')}` })

export const words = (minLength = 1) =>
  Type.String({ minLength, description: `must have at least ${minLength} characters` })

export const url = (...schemes: string[]) =>
  textThat(
    (value) => isUrl(value, schemes),
    `must be a URL that begins with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
  )

/** Texts, separated by commas. */
export const list = (item: ReturnType<typeof textThat>): TArray<typeof item> => Type.Array(item)

export const addressRange = textThat(isAddressRange, 'must be an address or CIDR range')

export const clusterName = textThat(
  (value) => /^[\w.-]{1,100}$/.test(value),
  'must be a name of letters, digits, dots, - and _',
)

export const sender = textThat(
  (value) => /^([^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(value),
  'must be an address, or a name and an address: Name <a@example.com>',
)

export const hostName = textThat(
  (value) => /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value),
  'must be a host name (no port, no https://)',
)

export const domain = textThat(
  (value) => /^[^\s@/:]+\.[^\s@/:]+$/.test(value),
  'must be a domain, such as example.com',
)

export const memorySize = textThat(
  (value) => parseMemory(value) !== undefined,
  'must be a size such as 512MB or 2GB, of at least 384MB',
)

/** The address of an OpenID Connect provider. */
export const issuer = textThat(
  (value) =>
    isUrl(value, ['https:']) ||
    (isUrl(value, ['http:']) && loopbackHosts.includes(new URL(value).hostname)),
  'must be a URL that begins with https:// (http:// for localhost only)',
)

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

function textThat(check: (value: string) => boolean, description: string) {
  return Type.Refine(Type.String({ description }), check)
}

function isUrl(value: string, schemes: readonly string[]): boolean {
  return URL.canParse(value) && schemes.includes(new URL(value).protocol)
}
