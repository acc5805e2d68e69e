import styles from './logo.module.css'

/** The logo: a river that two tributaries join. Decorative; the name is next to it. */
export function Logo() {
  return (
    <svg className={styles.mark} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" className={styles.ground} />
      <path
        className={styles.river}
        d="M16.500 5.500v2.600c0 6-3.300 7.300-3.300 11.500 0 2.800 2.400 3.900 2.400 6.900"
      />
      <path className={styles.branch} d="M7 8.500c.3 4.300 5.700 4.500 6.900 8.600" />
      <path className={styles.branch} d="M25 10.500c-.5 5.200-9.800 4.900-11.700 10.300" />
    </svg>
  )
}
