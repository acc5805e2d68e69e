import styles from './alerts.module.css'

/** The name of a part of the section, and a line that explains it. */
export function PartTitle({ title, lead }: { title: string; lead: string }) {
  return (
    <div>
      <h3>{title}</h3>
      <p className={styles.lead}>{lead}</p>
    </div>
  )
}
