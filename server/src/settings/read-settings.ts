import Type, { type Static, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { providerSettings, settings } from './settings.ts'

type Settings = typeof settings

/** The value of each setting; undefined if neither the operator nor the setting has one. */
export type SettingValues = {
  readonly [Name in keyof Settings]:
    | Static<Settings[Name]['schema']>
    | (Settings[Name] extends { default: unknown } ? never : undefined)
}

/** The settings in an environment, with a problem for each invalid value. */
export interface ReadSettings {
  values: SettingValues
  /** By the name of the setting. */
  providerUrls: Readonly<Record<string, string | undefined>>
  problems: string[]
}

/** Reads the settings. If there are problems, values may have other types than declared. */
export function readSettings(environment: NodeJS.ProcessEnv): ReadSettings {
  const problems: string[] = []
  const valuesOf = (known: Record<string, { schema: TSchema; default?: unknown }>) =>
    Object.fromEntries(
      Object.entries(known).map(([name, setting]) => {
        const text = environment[name]?.trim()
        if (!text) return [name, setting.default]
        const value = parsed(setting.schema, text)
        problems.push(...problemsOf(name, setting.schema, value))
        return [name, value]
      }),
    )
  // Validates by the settings' schemas; a value that they reject is a problem.
  const values = valuesOf(settings) as SettingValues
  return {
    values,
    providerUrls: valuesOf(providerSettings) as ReadSettings['providerUrls'],
    problems,
  }
}

function parsed(schema: TSchema, text: string): unknown {
  if (Type.IsArray(schema)) return text.split(',').flatMap((part) => part.trim() || [])
  if (Type.IsInteger(schema)) return Number(text)
  if (Type.IsBoolean(schema) && ['true', 'false'].includes(text)) return text === 'true'
  return text
}

function problemsOf(name: string, schema: TSchema, value: unknown): string[] {
  if (Type.IsArray(schema) && Array.isArray(value)) {
    return value.flatMap((item) => problemsOf(`${name}: ${item}`, schema.items, item))
  }
  if (Value.Check(schema, value)) return []
  const { description } = schema as { description?: string }
  return [`${name} ${description}`]
}
