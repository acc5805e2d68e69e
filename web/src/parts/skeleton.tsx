import styles from './skeleton.module.css'

/** A grey shape where a figure is about to stand, so that nothing moves when it comes. */
export function Skeleton({ width, height = '1em' }: { width: string; height?: string }) {
  return (
    <span className={styles.skeleton} style={{ width, height }} aria-hidden="true" data-waiting />
  )
}
