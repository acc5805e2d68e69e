/**
 * What `npm test` tries of something, and what `npm run test:long` tries of it: more runs of a property, more widths,
 * languages and themes. The long tests run every file that imports this one.
 */
export function inLongForm<Value>(long: Value, otherwise: Value): Value {
  // biome-ignore lint/style/noProcessEnv: a setting of the test runner, not of the server.
  return process.env.LONG === '1' ? long : otherwise
}
