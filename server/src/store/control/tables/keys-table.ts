/** The roots of all keys, since the secret was first changed; no row before that. */
export interface InstallationKeysTable {
  /** `roots`, the only row. */
  name: string
  /** JSON of `KeyRoots`, encrypted with the operator's secret. */
  sealed: string
  changed_ms: number
}
