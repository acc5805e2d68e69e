import styles from './skeleton.module.css'

/** A grey placeholder of a figure, so that nothing moves when it arrives. */
export function Skeleton({ width, height = '1em' }: { width: string; height?: string }) {
  return (
    <span className={styles.skeleton} style={{ width, height }} aria-hidden="true" data-waiting />
  )
}
