/**
 * Whether a password is among the 49,000 most frequent ones in leaked data. The list is read when a password is
 * first set, because it takes some MB that most processes never need.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return dictionary['passwords-common'].includes(password.toLowerCase())
}
