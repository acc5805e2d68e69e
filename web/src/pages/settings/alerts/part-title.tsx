import styles from './alerts.module.css'

/** What a part of the section is called, and a line that says what for. */
export function PartTitle({ title, lead }: { title: string; lead: string }) {
  return (
    <div>
      <h3>{title}</h3>
      <p className={styles.lead}>{lead}</p>
    </div>
  )
}
